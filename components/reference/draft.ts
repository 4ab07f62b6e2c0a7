/** Derives the request and its price from the entries in the form of one endpoint. */

import { LIMIT, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { BATCH_FIELD, type Selector } from "@dealflow/contract/timeline";
import type { ComposedRequest } from "@/lib/client/requests/composed-request";
import type { ReferenceEndpoint, ReferenceParameter } from "@/lib/describe/reference";
import { count } from "@/lib/format/counts";
import { maxPrice, type Price, unknownPrice } from "@/lib/format/price";

/** The form of an endpoint has its fields in the order in which they are sent. */
export interface FormEndpoint {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly fields: readonly FormField[];
}

export interface FormField {
  readonly name: string;
  /** `companies` means rows that name one company each. */
  readonly form: "text" | "list" | "companies";
}

export function createForm({ type }: Pick<ReferenceParameter, "type">): FormField["form"] {
  if (type === "array of object") return "companies";
  return type.startsWith("array") ? "list" : "text";
}

export function formEndpoint({ method, path, parameters, body }: ReferenceEndpoint): FormEndpoint {
  return { method, path, fields: (body ?? parameters).map(({ name, type }) => ({ name, form: createForm({ type }) })) };
}

/** Returns true for a list that is counted instead of spelled out. */
export function isLong({ values }: { readonly values: readonly string[] }): boolean {
  return values.length === 0;
}

export interface CompanyRow {
  readonly by: Selector["param"];
  readonly value: string;
}

export interface Draft {
  /** Texts are stored by field; for a list, the text is the value that is still being typed. */
  readonly texts: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly companies: readonly CompanyRow[];
}

/** The form requests this many records by default, enough to show how a response looks. */
const FIRST_LIMIT = 2;

export const EMPTY_ROW: CompanyRow = { by: "domain", value: "" };

export function firstDraft({ fields }: FormEndpoint): Draft {
  const limited = fields.some(({ name }) => name === LIMIT_PARAMETER);
  return { texts: limited ? { [LIMIT_PARAMETER]: String(FIRST_LIMIT) } : {}, lists: {}, companies: [EMPTY_ROW] };
}

/** Composes a request of everything that is filled in, as it was typed: the contract validates it. */
export function composeRequest(endpoint: FormEndpoint, draft: Draft): ComposedRequest {
  if (endpoint.method === "POST") {
    const body = Object.fromEntries(endpoint.fields.flatMap((field) => bodyField(field, draft)));
    return { path: endpoint.path, body: JSON.stringify(body), records: undefined };
  }
  const search = new URLSearchParams(
    endpoint.fields.flatMap(({ name, form }) => given(name, form, draft).map((value) => [name, value])),
  ).toString();
  return {
    path: search === "" ? endpoint.path : `${endpoint.path}?${search}`,
    body: undefined,
    records: readLimit(endpoint, draft),
  };
}

function given(name: string, form: FormField["form"], { texts, lists }: Draft): string[] {
  const typed = texts[name] ?? "";
  return [...(form === "list" ? (lists[name] ?? []) : []), ...(typed === "" ? [] : [typed])];
}

function bodyField({ name, form }: FormField, draft: Draft): [string, unknown][] {
  if (form === "companies") return [[name, named(draft)]];
  const values = given(name, form, draft);
  return values.length === 0 ? [] : [[name, form === "list" ? values : values[0]]];
}

function named({ companies }: Draft): Record<string, string>[] {
  return companies.filter(({ value }) => value !== "").map(({ by, value }) => ({ [by]: value }));
}

/** Returns undefined when the endpoint has no limit, or it cannot be read. */
function readLimit({ fields }: FormEndpoint, { texts }: Draft): number | undefined {
  if (!fields.some(({ name }) => name === LIMIT_PARAMETER)) return undefined;
  const typed = texts[LIMIT_PARAMETER] ?? "";
  const limit = typed === "" ? LIMIT.default : /^\d+$/.test(typed) ? Number(typed) : 0;
  return limit >= LIMIT.min && limit <= LIMIT.max ? limit : undefined;
}

export interface Offer {
  readonly price: Price;
  /** It is true when only the balance bounds the price, so that a confirmation is needed. */
  readonly open: boolean;
}

export function getOffer(endpoint: FormEndpoint, draft: Draft): Offer {
  if (endpoint.fields.some(({ name }) => name === LIMIT_PARAMETER)) {
    const limit = readLimit(endpoint, draft);
    return {
      price: limit === undefined ? unknownPrice(`${LIMIT_PARAMETER} is ${LIMIT.min} to ${LIMIT.max}`) : maxPrice(limit),
      open: false,
    };
  }
  const companies = endpoint.fields.some(({ name }) => name === BATCH_FIELD) ? named(draft).length : 1;
  return { price: unknownPrice(`${count(companies)} + 1 per event, number unknown`), open: true };
}
