/** Schemas of the queries, built from the filter descriptors: what the values of a query must be, with their messages. */
import { z } from "zod";
import type { AcquisitionQuery, CompanyQuery, ExecMoveQuery, FundingQuery, InvestorQuery } from "./feed-filters";
import { FEEDS, type Feed, LIMIT } from "./feeds";
import type { Filter, ManyFilter, OneFilter } from "./filters";
import { isNaicsParameter } from "./naics";
import { nearest } from "./nearest";
import { isUuid, parseInstant, reduceDomain } from "./syntax";
import { TIMELINE_INCLUDES } from "./values/events";
import { type AllowedValue, LISTS } from "./values/lists";
import { UNKNOWN } from "./values/unknown";
import { quote } from "./wire";

/** What every feed takes beside its filters. */
export type Paging = {
  cursor?: string | undefined;
  limit: number;
  includeTotal: boolean;
};

/** Lists of at most this many values are spelled out in a message; longer ones are counted. */
const SPELLED_OUT = 30;

function allowedText(values: readonly AllowedValue[], unknown: boolean): string {
  if (values.length > SPELLED_OUT) return `one of the ${values.length} listed values${unknown ? ` or ${UNKNOWN}` : ""}`;
  return `one of ${[...values.map((item) => item.value), ...(unknown ? [UNKNOWN] : [])].join(", ")}`;
}

function listed(name: string, filter: ManyFilter | OneFilter) {
  const values: readonly AllowedValue[] = LISTS[filter.list];
  const unknown = filter.kind === "many" && filter.unknown;
  const caseless = filter.kind === "many" && filter.caseless === true;
  const key = (text: string) => (caseless ? text.toLowerCase() : text);
  const known = new Map(values.map((item) => [key(item.value), item.value]));
  if (unknown) known.set(UNKNOWN, UNKNOWN);
  return z.string().transform((text, context) => {
    const value = known.get(key(text));
    if (value !== undefined) return value;
    const meant = nearest(text, [...known.values()]);
    const hint = meant === undefined ? "" : `; did you mean ${quote(meant)}?`;
    context.addIssue({
      code: "custom",
      message: `${name} must be ${allowedText(values, unknown)}; got ${quote(text)}${hint}`,
    });
    return z.NEVER;
  });
}

function text(name: string, form: "id" | "domain" | "search") {
  return z.string().transform((given, context) => {
    const value = form === "id" ? idText(given) : form === "domain" ? reduceDomain(given) : given.trim() || undefined;
    if (value !== undefined) return value;
    const wanted = { id: "a UUID", domain: "a domain or URL such as example.com", search: "at least one word" }[form];
    context.addIssue({ code: "custom", message: `${name} must be ${wanted}; got ${quote(given)}` });
    return z.NEVER;
  });
}

function idText(given: string): string | undefined {
  return isUuid(given) ? given.toLowerCase() : undefined;
}

function instant(name: string) {
  return z.string().refine((given) => parseInstant(given, "start") !== undefined, {
    error: (issue) =>
      `${name} must be a date (YYYY-MM-DD) or an ISO-8601 timestamp that exists; got ${quote(String(issue.input))}`,
  });
}

function amount(name: string, unit: "usd" | "year" | "people") {
  const number = z.number().min(0, `${name} must be 0 or more`);
  if (unit === "usd") return number;
  return number.refine(Number.isInteger, { error: (issue) => `${name} must be a whole number; got ${issue.input}` });
}

/** The schema of each parameter that a descriptor stands for. */
function parametersShape(filter: Filter): [string, z.ZodType][] {
  switch (filter.kind) {
    case "many":
      return [[filter.param, z.array(listed(filter.param, filter)).min(1)]];
    case "one":
      return [[filter.param, listed(filter.param, filter)]];
    case "tree":
      return [
        [
          filter.param,
          z.string().refine(isNaicsParameter, {
            error: (issue) =>
              `${filter.param} must be a NAICS code of 2 to 6 digits, 31-33, 44-45, 48-49 or ${UNKNOWN}; got ${quote(String(issue.input))}`,
          }),
        ],
      ];
    case "range":
      return [filter.min, ...(filter.max === undefined ? [] : [filter.max])].map((name) => [
        name,
        amount(name, filter.unit),
      ]);
    case "dates":
      return [filter.since, ...(filter.until === undefined ? [] : [filter.until])].map((name) => [name, instant(name)]);
    case "text":
      return [[filter.param, text(filter.param, filter.form)]];
    case "flag":
      return [[filter.param, z.boolean()]];
  }
}

/** Rules that hold between two parameters of one filter: no range and no period that is empty by its own bounds. */
function contradictions(filters: readonly Filter[], query: Readonly<Record<string, unknown>>): [string, string][] {
  return filters.flatMap((filter): [string, string][] => {
    if (filter.kind === "range" && filter.max !== undefined) {
      const [low, high] = [query[filter.min], query[filter.max]];
      if (typeof low === "number" && typeof high === "number" && low > high)
        return [[filter.min, `${filter.min} (${low}) is above ${filter.max} (${high})`]];
    }
    if (filter.kind === "dates" && filter.until !== undefined) {
      const [since, until] = [query[filter.since], query[filter.until]];
      if (typeof since !== "string" || typeof until !== "string") return [];
      const [start, end] = [parseInstant(since, "start"), parseInstant(until, "end")];
      if (start !== undefined && end !== undefined && start > end)
        return [[filter.since, `${filter.since} (${since}) is after ${filter.until} (${until})`]];
    }
    return [];
  });
}

function querySchema<Query>(feed: Feed): z.ZodType<Query & Paging> {
  const limit = `limit must be a whole number from ${LIMIT.min} to ${LIMIT.max}`;
  const shape: Record<string, z.ZodType> = {};
  for (const filter of [...feed.filters, ...feed.order])
    for (const [name, schema] of parametersShape(filter)) shape[name] = schema.optional();
  const schema = z
    .strictObject({
      ...shape,
      cursor: z.string().optional(),
      limit: z
        .number()
        .refine((given) => Number.isInteger(given) && given >= LIMIT.min && given <= LIMIT.max, {
          error: (issue) => `${limit}; got ${issue.input}`,
        })
        .default(LIMIT.default),
      ...(feed.totals ? { includeTotal: z.boolean().default(false) } : {}),
    })
    .superRefine((query, context) => {
      for (const [name, message] of contradictions(feed.filters, query))
        context.addIssue({ code: "custom", path: [name], message });
    });
  // The shape is made at run time from the very descriptors that the type is computed from.
  return schema as unknown as z.ZodType<Query & Paging>;
}

/** `recent` is always ascending; a direction the other way would be a silent lie (decisions, Orders). */
const companiesQuery = querySchema<CompanyQuery & { sort?: string; sortDirection?: string }>(
  FEEDS.companies,
).superRefine((query, context) => {
  if (query.sortDirection === "desc" && query.sort !== "prominence")
    context.addIssue({
      code: "custom",
      path: ["sortDirection"],
      message: "sortDirection desc applies to sort=prominence only; sort=recent is always ascending",
    });
});

export const QUERIES = {
  funding: querySchema<FundingQuery>(FEEDS.funding),
  acquisitions: querySchema<AcquisitionQuery>(FEEDS.acquisitions),
  execMoves: querySchema<ExecMoveQuery>(FEEDS.execMoves),
  companies: companiesQuery,
  investors: querySchema<InvestorQuery>(FEEDS.investors),
} as const;

const SELECTORS = ["id", "domain", "name", "socialUrl"] as const;

const selectors = {
  id: text("id", "id").optional(),
  domain: text("domain", "domain").optional(),
  name: z.string().trim().min(1, "name is empty").optional(),
  socialUrl: z.string().trim().min(1, "socialUrl is empty").optional(),
};

const include = z
  .array(
    listed("include", {
      kind: "many",
      param: "include",
      list: "timelineIncludes",
      unknown: false,
      label: "Include",
      help: "Event kinds to include.",
      facts: [],
    }),
  )
  .min(1)
  .default(TIMELINE_INCLUDES.map((kind) => kind.value));

function oneSelector(item: Readonly<Record<string, unknown>>): string | undefined {
  const given = SELECTORS.filter((name) => item[name] !== undefined);
  if (given.length === 1) return undefined;
  const named = given.length === 0 ? "none was given" : `got ${given.join(" and ")}`;
  return `give exactly one of ${SELECTORS.join(", ")}; ${named}`;
}

export const timelineQuery = z.strictObject({ ...selectors, include }).superRefine((query, context) => {
  const message = oneSelector(query);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/** Companies of one batch (interface, POST timeline). */
export const BATCH = { min: 1, max: 25 } as const;

export const timelineBatch = z.strictObject({
  companies: z
    .array(z.strictObject(selectors))
    .min(BATCH.min, "companies must hold 1 to 25 items; got none")
    .max(BATCH.max, { error: (issue) => `companies must hold 1 to 25 items; got ${(issue.input as unknown[]).length}` })
    .superRefine((items, context) => {
      items.forEach((item, index) => {
        const message = oneSelector(item);
        if (message !== undefined)
          context.addIssue({ code: "custom", path: [index], message: `companies[${index}]: ${message}` });
      });
    }),
  include,
});
