/**
 * What the published document defines of a request, and what only the prose of the interface does: dates that exist, texts
 * that are not blank, rules between parameters, how lists and numbers are written in a query.
 */
import { MAX_BODY_BYTES } from "@dealflow/contract/errors";
import { CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@dealflow/contract/feeds";
import { BATCH_FIELD, SELECTORS } from "@dealflow/contract/timeline";
import { asSchema, conforms, type Resolve, resolved } from "./json-schema";
import type { Operation, PublishedParameter } from "./published";

/** `either`: neither the document nor the prose decides. */
export type Verdict = "valid" | "invalid" | "either" | "too large" | "other method";

/** A query under test, and the cursor that its first page without filters gave. */
interface QueryUnderTest {
  readonly operation: Operation;
  readonly resolve: Resolve;
  readonly cursor: string;
}

export function validateQuery({ operation, resolve, cursor }: QueryUnderTest, query: string): Verdict {
  const values = new Map<PublishedParameter, string[]>();
  for (const [key, text] of new URLSearchParams(query)) {
    const parameter = operation.parameters.find((one) => matchesParameter(one, key, resolve));
    if (parameter === undefined) return "invalid";
    const texts = parameter.commas ? text.split(",").map((part) => part.trim()) : [text];
    values.set(parameter, [...(values.get(parameter) ?? []), ...texts]);
  }
  const single = new Map<string, string>();
  for (const [parameter, texts] of values) {
    // A percent sequence that is not UTF-8 arrives as the second one.
    if (texts.some((text) => /[\0\uFFFD]/.test(text))) return "invalid";
    const list = resolved(parameter.schema, resolve).type === "array";
    if (!list && texts.length > 1) return "invalid";
    const value = list ? texts.map((text) => spelled(parameter, text, resolve)) : valueIn(parameter, texts[0] ?? "");
    if (!conforms(value, parameter.schema, resolve)) return "invalid";
    if (!list) single.set(parameter.name, texts[0] ?? "");
  }
  const verdicts = [
    ...[...single].map(([name, text]) => validateText(name, text)),
    validateCombination(operation, single),
    validateCursor(single.get(CURSOR_PARAMETER), cursor, [...values.keys()]),
  ];
  return worst(verdicts);
}

/** A list is written as `name`, `name[]` or `name[0]`; every name may be an older one of the same parameter. */
function matchesParameter({ name, aliases, schema }: PublishedParameter, key: string, resolve: Resolve): boolean {
  const list = resolved(schema, resolve).type === "array";
  return [name, ...aliases].includes(list ? key.replace(/\[[0-9]*\]$/, "") : key);
}

/** Numbers are digits, also with an exponent. */
function valueIn({ schema: { type } }: PublishedParameter, text: string): unknown {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type !== "number" && type !== "integer") return text;
  return /^[0-9]+(\.[0-9]+)?(e[+-]?[0-9]{1,3})?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Older names of industries that the tests use. */
export const OLDER_INDUSTRIES = new Map([
  ["computer software", "Software Development"],
  ["saas", "Software Development"],
  ["biotech", "Biotechnology Research"],
]);

function spelled({ schema, caseless }: PublishedParameter, text: string, resolve: Resolve): string {
  const allowed = resolved(asSchema(resolved(schema, resolve).items), resolve).enum;
  const labels: string[] = Array.isArray(allowed) ? allowed : [];
  // An unescaped plus sign arrives as a space.
  if (!caseless) return labels.find((label) => label.replaceAll("+", " ") === text) ?? text;
  const folded = text.toLowerCase();
  return labels.find((label) => label.toLowerCase() === folded) ?? OLDER_INDUSTRIES.get(folded) ?? text;
}

const SURE_DOMAIN = /^(https?:\/\/)?([a-z][a-z0-9]{0,20}\.){1,4}[a-z]{2,10}(:[1-9][0-9]{0,3})?(\/[a-z0-9/?=-]*)?$/i;

function validateText(name: string, text: string): Verdict {
  if (name === "since" || name === "until") return validateInstant(text);
  if (name === "domain") return SURE_DOMAIN.test(text) ? "valid" : text.includes(".") ? "either" : "invalid";
  // Accents alone are nothing to look for.
  return (name === "search" ? /[^\s\p{M}]/u : /\S/).test(text) ? "valid" : "invalid";
}

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

function validateInstant(text: string): Verdict {
  if (/^\d{4}(?:\d{3,4}|-\d{3}|-?W\d{2}-?\d)(?!\d)/i.test(text)) return "either";
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  if (year === "" || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > days) return "invalid";
  // `syntax.test.ts` covers year 0, leap seconds, 24:00, a space for a plus sign, and what else ISO 8601 has.
  return INSTANT.test(text) && Number(year) > 0 ? "valid" : "either";
}

function validateCombination({ parameters }: Operation, values: ReadonlyMap<string, string>): Verdict {
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  for (const [name, text] of values) {
    const most = name.startsWith("min") ? values.get(name.replace("min", "max")) : undefined;
    if (most !== undefined && Number(text) > Number(most)) return "invalid";
  }
  const [since, until] = [values.get("since"), values.get("until")];
  if (
    since !== undefined &&
    until !== undefined &&
    getStartTime(since) > getStartTime(until) + (until.length === 10 ? DAY_MS - 1 : 0)
  )
    return "invalid";
  if (values.get("sortDirection") === "desc" && values.get("sort") !== "prominence") return "invalid";
  const selectors = SELECTORS.filter(({ param }) => has(param) && values.has(param));
  const selects = SELECTORS.every(({ param }) => has(param));
  return selects && selectors.length !== 1 ? "invalid" : "valid";
}

const DAY_MS = 86_400_000;

function getStartTime(instant: string): number {
  return Date.parse(/^.{10}$|Z$|[+-]\d\d:?\d\d$/.test(instant) ? instant : `${instant}Z`);
}

/** A cursor is rejected with other filters than its own; which spellings are the same filters is not specified. */
function validateCursor(
  submitted: string | undefined,
  issued: string,
  parameters: readonly PublishedParameter[],
): Verdict {
  if (submitted === undefined) return "valid";
  if (submitted !== issued) return "invalid";
  const paging = [CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER];
  return parameters.every(({ name }) => paging.includes(name)) ? "valid" : "either";
}

export function validateBody({ operation, resolve }: QueryUnderTest, body: string): Verdict {
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) return "too large";
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    // A mark of byte order is no JSON, and is commonly left out in reading.
    return body.startsWith("\uFEFF") ? "either" : "invalid";
  }
  if (operation.body === undefined || !conforms(json, operation.body, resolve)) return "invalid";
  return worst(getItems(json).flatMap((item) => Object.entries(item).map(([name, text]) => validateItem(name, text))));
}

function validateItem(name: string, text: unknown): Verdict {
  if (typeof text !== "string" || text.includes("\0") || !text.isWellFormed()) return "invalid";
  return validateText(name, text);
}

/** Returns the items of a batch that conforms to its schema. */
export function getItems(json: unknown): readonly Readonly<Record<string, unknown>>[] {
  const items: unknown = typeof json === "object" && json !== null ? Reflect.get(json, BATCH_FIELD) : undefined;
  return Array.isArray(items) ? items : [];
}

function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes("invalid") ? "invalid" : verdicts.includes("either") ? "either" : "valid";
}
