/** Invents the companies and events that the sources of the generated set tell of. */
import { Chance, Weighted } from "@/service/ingest/demo/random";
import { COMMON_WORDS, COUNTRIES, type Country, GIVEN_NAMES, inventedWord, ROLES, STAGES } from "./words";

export interface TrueCompany {
  readonly id: number;
  readonly name: string;
  readonly country: Country;
  readonly city: string;
  /** Its legal form has these spellings. */
  readonly form: readonly [string, ...string[]];
  readonly domain: string;
  readonly foundedYear: number;
  /** It had another name before that time (ms). */
  readonly renamed: { readonly from: string; readonly at: number } | null;
  /** Another company has this name, or the same but for its number. */
  readonly isTwin: boolean;
}

interface TrueFacts {
  readonly id: number;
  readonly company: TrueCompany;
  /** It happened on the day that begins at this midnight UTC (ms). */
  readonly at: number;
}

export type TrueEvent = TrueFacts &
  (
    | {
        readonly kind: "funding";
        readonly stage: (typeof STAGES)[number];
        /** The amount is in dollars; null when nobody knows it. */
        readonly amount: number | null;
        readonly investors: readonly string[];
      }
    | { readonly kind: "acquisition"; readonly acquirer: TrueCompany; readonly amount: number | null }
    | {
        readonly kind: "exec_move";
        readonly person: string;
        readonly role: (typeof ROLES)[number];
        readonly moveType: "appointment" | "departure";
      }
  );

export const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2015, 0, 1);
const LAST_DAY = Date.UTC(2026, 5, 1);

/** Shares of companies. In a register one name in thirty is also that of a company of another country or city. */
const SHARES = { twin: 0.035, sharedWord: 0.06, renamed: 0.03, acquired: 0.12, undisclosed: 0.12 } as const;
/** Investors are this share of the companies. */
const INVESTORS = 0.2;
/** Acquirers are among the first of each so many companies. */
const ACQUIRERS = 8;

/** One in eighteen of 1,252 French brands has an accented letter; other languages with accents are taken to be alike. */
const ACCENTED = 0.06;
const BY_SHARE = new Weighted(COUNTRIES, ({ share }) => share);

export function inventTruth(seed: number, companyCount: number) {
  const chance = new Chance(seed);
  const names = new Names(chance);
  const companies: TrueCompany[] = [];
  for (let id = 0; id < companyCount; id++) companies.push(inventCompany(chance, names, companies, id));
  const investors = Array.from({ length: Math.ceil(companyCount * INVESTORS) }, () => names.investor());
  const events: TrueEvent[] = [];
  for (const company of companies) addEvents(chance, { company, companies, investors, events });
  return { companies, events };
}

class Names {
  readonly #taken = new Set<string>();

  constructor(private readonly chance: Chance) {}

  word(): string {
    for (;;) {
      const word = inventedWord((list) => this.chance.pick(list), this.chance.happens(0.7) ? 2 : 3);
      if (this.#taken.has(word)) continue;
      this.#taken.add(word);
      return word;
    }
  }

  company(first = this.word()): string {
    const kind = this.chance.next();
    if (kind < 0.4) return first;
    if (kind < 0.85) return `${first} ${this.chance.pick(COMMON_WORDS)}`;
    return kind < 0.96 ? `${first} ${this.word()}` : `${first} ${this.chance.between(2, 99)}`;
  }

  investor(): string {
    return `${this.word()} ${this.chance.pick(["Ventures", "Capital", "Partners", "Growth Partners"])}`;
  }
}

function inventCompany(chance: Chance, names: Names, others: readonly TrueCompany[], id: number): TrueCompany {
  const other = others.length > 0 && chance.happens(SHARES.twin + SHARES.sharedWord) ? chance.pick(others) : undefined;
  const isTwin = other !== undefined && chance.happens(SHARES.twin / (SHARES.twin + SHARES.sharedWord));
  const twin = isTwin ? createTwin(chance, other) : undefined;
  const country = twin?.country ?? BY_SHARE.pick(chance);
  const shared = other === undefined ? undefined : `${other.name.split(" ")[0]} ${chance.pick(COMMON_WORDS)}`;
  const name = twin?.name ?? localized(chance, country, shared ?? names.company());
  const renamed = !isTwin && chance.happens(SHARES.renamed);
  const letters = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]/g, "");
  return {
    ...{ id, name, country, isTwin },
    city: twin?.city ?? chance.pick(country.cities),
    form: chance.pick(country.forms),
    domain: others.some((one) => one.domain === `${letters}.example`)
      ? `${letters}-${id}.example`
      : `${letters}.example`,
    foundedYear: chance.between(1995, 2014),
    renamed: renamed ? { from: names.company(), at: dayBetween(chance, FIRST_DAY, LAST_DAY) } : null,
  };
}

/** A twin is in another country (a half), in another city, or has another number. */
function createTwin(chance: Chance, other: TrueCompany): Pick<TrueCompany, "name" | "country" | "city"> {
  const kind = chance.next();
  if (kind < 0.5) {
    const country = chance.pick(COUNTRIES.filter(({ code }) => code !== other.country.code));
    return { name: other.name, country, city: chance.pick(country.cities) };
  }
  const { country } = other;
  const cities = country.cities.filter((city) => city !== other.city);
  if (kind < 0.7) return { name: other.name, country, city: chance.pick(cities) };
  const base = other.name.replace(/ \d+$/, "");
  return { name: `${base} ${chance.between(100, 199)}`, country, city: other.city };
}

function localized(chance: Chance, { accents }: Country, name: string): string {
  const letters = [...name].flatMap((letter, index) => (index > 0 && accents[letter] !== undefined ? [index] : []));
  if (letters.length === 0 || !chance.happens(ACCENTED)) return name;
  const place = chance.pick(letters);
  return name.slice(0, place) + accents[name[place] ?? ""]?.[0] + name.slice(place + 1);
}

interface Market {
  readonly company: TrueCompany;
  readonly companies: readonly TrueCompany[];
  readonly investors: readonly string[];
  readonly events: TrueEvent[];
}

/** A company raises one to three rounds, at least ten months apart; some are acquired, and some change their people. */
function addEvents(chance: Chance, { company, companies, investors, events }: Market): void {
  const common = (at: number) => ({ id: events.length, company, at });
  let at = dayBetween(chance, FIRST_DAY, LAST_DAY - 4 * 365 * DAY_MS);
  const rounds = chance.pick([1, 1, 1, 2, 2, 3]);
  const first = chance.pick([0, 0, 1]);
  for (const stage of STAGES.slice(first, first + rounds)) {
    const amount = 1e6 * 3 ** STAGES.indexOf(stage) * Math.exp(chance.normal() * 0.6);
    const backers = Array.from({ length: chance.between(1, 4) }, () => chance.pick(investors));
    events.push({
      ...common(at),
      ...{ kind: "funding", stage, investors: [...new Set(backers)] },
      amount: chance.known(Math.round(amount / 50_000) * 50_000, SHARES.undisclosed),
    });
    at += chance.between(300, 700) * DAY_MS;
  }
  if (chance.happens(SHARES.acquired)) {
    const acquirer = chance.pick(companies.filter((one) => one.id % ACQUIRERS === 0 && one !== company));
    const amount = chance.known(Math.round(20 * Math.exp(chance.normal())) * 1e6, 0.55);
    events.push({ ...common(Math.min(at, LAST_DAY)), kind: "acquisition", acquirer, amount });
  }
  if (chance.happens(0.25)) {
    const person = `${chance.pick(GIVEN_NAMES)} ${inventedWord((list) => chance.pick(list), 2)}`;
    const moveType = chance.happens(0.7) ? ("appointment" as const) : ("departure" as const);
    const when = dayBetween(chance, FIRST_DAY, LAST_DAY);
    events.push({ ...common(when), kind: "exec_move", person, role: chance.pick(ROLES), moveType });
  }
}

function dayBetween(chance: Chance, from: number, until: number): number {
  return from + chance.between(0, Math.floor((until - from) / DAY_MS)) * DAY_MS;
}
