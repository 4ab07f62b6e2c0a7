/** Writes the fields of a statement as a person reads them. */
import { minorDigits } from "@dealflow/contract/records/currencies";
import { announcedText } from "@/service/records/announced";
import type { ImportMap } from "../read/map";
import type { Statement } from "../statement";
import type { Money } from "../values/amounts";
import { dayText } from "../values/dates";

/** An amount is shown with its currency, in one cell. */
const AMOUNT =
  /^(?:amount|dealAmount|amountUsd|amountUsdCents|amountOriginalCents|dealAmountUsd|dealAmountUsdCents|dealAmountOriginalCents)$/;
const CURRENCY = /^(?:currency|amountOriginalCurrency|dealAmountOriginalCurrency)$/;

/** These fields tell most about a row, and come first. */
const FIRST_FIELDS = [
  ...["name", "person.name", "company.name", "target.name", "acquirer.name", "role", "moveType", "announcedAt"],
  ...["round", "amount", "domain", "company.domain", "investors", "hqCountry", "company.hqCountry", "target.hqCountry"],
];

export function previewFields(map: ImportMap): string[] {
  const fields = Object.keys(map.fields).flatMap((field) => {
    if (CURRENCY.test(field)) return [];
    return AMOUNT.test(field) ? ["amount"] : [field];
  });
  const place = (field: string) => {
    const index = FIRST_FIELDS.indexOf(field);
    return index === -1 ? FIRST_FIELDS.length : index;
  };
  return [...new Set(fields)].sort((a, b) => place(a) - place(b));
}

export function previewCell(statement: Statement, field: string): string {
  // A row of rounds may state its company alone.
  if (statement.kind === "company") return text(property(statement.company, field.replace(/^company\./, "")));
  if (statement.kind === "investor") return text(property(statement.investor, field));
  if (field === "amount") return "amount" in statement ? money(statement.amount) : "";
  if (field === "investors")
    return "investors" in statement ? statement.investors.map(({ name }) => name).join(", ") : "";
  const [side = "", part] = field.split(".");
  if (side === "source") return text(property(statement.sources[0], part ?? ""));
  if (field === "announcedAt") return announcedText(statement);
  if (part === undefined) return text(property(statement, side));
  return text(property(property(statement, side), part));
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return dayText(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function money(amount: Money | null): string {
  if (amount === null) return "";
  const [currency, minor] =
    amount.currency === null ? (["USD", amount.usdCents] as const) : ([amount.currency, amount.minor] as const);
  if (minor === null) return "";
  const digits = minorDigits(currency);
  return (minor / 10 ** digits).toLocaleString("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: "stripIfInteger",
  });
}
