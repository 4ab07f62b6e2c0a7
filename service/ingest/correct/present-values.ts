/** Writes the present facts of an event as an operator would state them. */
import { CORRECTABLE_FIELDS } from "@dealflow/contract/account/imports/corrections";
import * as z from "zod";
import { announcedText } from "@/service/records/announced";
import { amountText } from "../imports/stated-values";
import { dayText } from "../values/dates";
import type { FoundRecord } from "../withdraw/find-record";
import { parseStored } from "../write/events/stored-event";

const cents = z.number().nullable().default(null);
const currency = z.string().nullable().default(null);
const event = z.looseObject({
  announcedAt: z.coerce.date(),
  amountUsdCents: cents,
  amountOriginalCents: cents,
  amountOriginalCurrency: currency,
  dealAmountUsdCents: cents,
  dealAmountOriginalCents: cents,
  dealAmountOriginalCurrency: currency,
  investors: z.array(z.object({ name: z.string() })).default([]),
});

/** Returns a text for each field that may be corrected, empty where nothing is known; none for what is no event. */
export function presentValues({ kind, record: text }: FoundRecord): Readonly<Record<string, string>> {
  const fields = Object.entries(CORRECTABLE_FIELDS).find(([name]) => name === kind)?.[1] ?? [];
  if (fields.length === 0) return {};
  const { record: stored, precision } = parseStored(text);
  const record = event.parse(stored);
  const amount = amountText({
    currency: record.amountOriginalCurrency ?? record.dealAmountOriginalCurrency,
    minor: record.amountOriginalCents ?? record.dealAmountOriginalCents,
    usdCents: record.amountUsdCents ?? record.dealAmountUsdCents,
  });
  const special: Readonly<Record<string, string | null>> = {
    amount,
    announcedAt: announcedText({ announcedAt: record.announcedAt, announcedPrecision: precision }),
    // With semicolons, "and" is a part of a name.
    investors: record.investors.map(({ name }) => name).join("; "),
  };
  return Object.fromEntries(
    fields.map((field) => [field, field in special ? (special[field] ?? "") : plainText(record, field.split("."))]),
  );
}

function plainText(record: unknown, path: readonly string[]): string {
  const value = path.reduce<unknown>((part, name) => Object(part)[name], record);
  if (typeof value === "string" && DAY_FIELDS.has(path[0] ?? "")) return dayText(new Date(value));
  return value == null ? "" : String(value);
}

const DAY_FIELDS = new Set(["closingAt", "effectiveDate"]);
