/** Reads numbers of employees, stated alone or as a range, into the buckets of the interface. */
import { EMPLOYEE_BUCKETS } from "@dealflow/contract/values/organisations";
import type { EmployeeBucket } from "@/service/records/company";
import { memoize } from "./memoize";
import { readMonthName } from "./month-names";

/** Each bucket begins with its first number; the largest one comes first. */
const STARTS = EMPLOYEE_BUCKETS.map(({ value }) => ({ value, least: Number.parseInt(value, 10) })).reverse();

const NOUN =
  "(?:employees?|people|persons?|staff|headcount|fte|ftes|collaborateurs|salariés|salaries|mitarbeiter(?:innen)?|beschäftigte|empleados|dipendenti|funcionários|funcionarios|colaboradores|pessoas|personas|medewerkers|pracowników|anställda|ansatte|työntekijää|zaměstnanců|angajați|çalışan|karyawan|members?|size)";
const NOUNS = new RegExp(
  String.raw`\b${NOUN}\b|\p{L}*(?:сотрудник|працівник)\p{L}*|человек|人|名|명|^(?:size|company size)\s*:?`,
  "giu",
);
/** A space may group thousands, and a dot or comma always does. */
const NUMBER = String.raw`(\d{1,3}(?:[.,'’ ]\d{3})+|\d+)(?:\.0+)?\s*(k)?`;
const SINGLE = new RegExp(String.raw`^(?:ca\.?|about|approx\.?|around|env\.?|environ|cerca de|~|≈)?\s*${NUMBER}$`, "i");
const RANGE = new RegExp(
  String.raw`^(?:from|between|de|entre|von|zwischen)?\s*${NUMBER}\s*(?:-|–|—|−|~|to|and|bis|à|a|et|und|y|\.\.+)\s*${NUMBER}$`,
  "i",
);
const AT_LEAST = new RegExp(
  String.raw`^(?:${NUMBER}\s*(?:\+|or more|and more|and over|plus|et plus|und mehr|y más|以上)|(?:>=?|≥|over|more than|plus de|über|mehr als|más de|mais de)\s*${NUMBER})$`,
  "i",
);
const LESS_THAN = new RegExp(
  String.raw`^(?:<=?|≤|under|less than|fewer than|up to|bis zu|moins de|weniger als)\s*${NUMBER}$`,
  "i",
);
/** A sentence may go on behind the number of people, and say before it whose they are: `Group: over 5,000 employees worldwide`. */
const SENTENCE = new RegExp(
  String.raw`^(?:\p{L}[\p{L} ]{0,20}:\s*)?((?:[\p{L}.]+\s+){0,2}${NUMBER}\s+${NOUN})(?!\p{L}).+$`,
  "iu",
);
/** A label may stand before the number: `Nombre d'employés : 7`. */
const LABEL = /^\p{L}[\p{L}'’ ]{2,30}:\s*(?=\d[\d\s.,-]*$)/u;
/** Crunchbase writes `c_00011_00050` and `c_10001_max`. */
const CODED = /^c_0*(\d+)_(?:0*(\d+)|max)$/i;

/** Spreadsheets take a range for a date: `1-10` becomes `10-Jan`, and `11-50` `Nov-50`. */
const DATED = /^(?:(\d{1,2})-(\p{L}{3})|(\p{L}{3})-(\d{2}))$/u;

/**
 * Returns the bucket of a number of employees (`37`), or the one that contains the middle of a range that crosses
 * several (`10 to 49`); an open range is in the bucket of its limit (`1000+` is more than 1000). Returns undefined for anything
 * else, and for no employees at all.
 */
export const readHeadcount: (text: string) => EmployeeBucket | undefined = memoize((text) => {
  const plain = text.replace(LABEL, "").replace(NOUNS, " ").replace(/\s+/g, " ").trim();
  const coded = CODED.exec(plain);
  if (coded !== null) return bucket(middle(Number(coded[1]), Number(coded[2] ?? coded[1])));
  const dated = DATED.exec(plain);
  if (dated !== null) return datedBucket(dated[2] ?? dated[3] ?? "", Number(dated[1] ?? dated[4]));
  const range = RANGE.exec(plain);
  if (range !== null) return bucket(middle(count(range[1], range[2] ?? range[4]), count(range[3], range[4])));
  const open = AT_LEAST.exec(plain);
  if (open !== null) return bucket(count(open[1] ?? open[3], open[2] ?? open[4]) + 1);
  const below = LESS_THAN.exec(plain);
  if (below !== null) return bucket(middle(1, count(below[1], below[2])));
  const single = SINGLE.exec(plain);
  if (single !== null) return bucket(count(single[1], single[2]));
  const stated = SENTENCE.exec(text.replace(/\s+/g, " ").trim())?.[1];
  return stated === undefined ? undefined : readHeadcount(stated);
});

function datedBucket(name: string, number: number): EmployeeBucket | undefined {
  const month = readMonthName(name);
  return month === undefined ? undefined : bucket(middle(Math.min(month, number), Math.max(month, number)));
}

function count(digits: string | undefined, thousands: string | undefined): number {
  return Number((digits ?? "").replace(/\D/g, "")) * (thousands === undefined ? 1 : 1_000);
}

function middle(least: number, most: number): number {
  return most < least ? 0 : Math.floor((least + most) / 2);
}

function bucket(employees: number): EmployeeBucket | undefined {
  return STARTS.find(({ least }) => employees >= least)?.value;
}
