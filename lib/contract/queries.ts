/** Schemas of the queries and of the batch's body: valid values, and the messages for invalid ones. */
import { z } from "zod";
import type { AcquisitionQuery, CompanyQuery, ExecMoveQuery, FundingQuery, InvestorQuery } from "./feed-filters";
import { CURSOR_PARAMETER, FEEDS, type Feed, LIMIT, LIMIT_PARAMETER, parameterNames, TOTAL_PARAMETER } from "./feeds";
import { type Filter, parametersOf } from "./filters";
import { nameHint } from "./nearest";
import { quote, shown } from "./quote";
import { parseInstant } from "./syntax";
import { BATCH, BATCH_FIELD, INCLUDE, SELECTORS, TIMELINE_PATH } from "./timeline";
import { flag, plainText, several, text, valueSchema, wholeNumber } from "./value-schemas";
import { TIMELINE_INCLUDES } from "./values/events";

/** Paging parameters of every feed. */
export type Paging = {
  cursor?: string | undefined;
  limit: number;
  includeTotal: boolean;
};

/** Maximum unknown fields named in one message. */
const NAMED = 5;

/** The message about an object as a whole: its unknown fields, or that it is not an object. */
function shapeMessage(what: string, where: string, known: readonly string[]) {
  return (issue: { code?: string; input?: unknown; keys?: unknown }) => {
    if (issue.code !== "unrecognized_keys" || !Array.isArray(issue.keys))
      return `${what} must be an object with ${known.join(", ")}; got ${shown(issue.input)}`;
    const named = issue.keys.slice(0, NAMED).map(String);
    const more = issue.keys.length - named.length;
    const sentences = named.map((key) => `${quote(key)} is not ${where}; ${nameHint(key, known)}`);
    return [...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
  };
}

/** Rules between two parameters of one filter: no range or period whose bounds make it empty. */
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
  const shape: Record<string, z.ZodType> = {};
  for (const filter of [...feed.filters, ...feed.order])
    for (const name of parametersOf(filter)) shape[name] = valueSchema(filter, name).optional();
  const schema = z
    .strictObject(
      {
        ...shape,
        [CURSOR_PARAMETER]: plainText(CURSOR_PARAMETER).optional(),
        [LIMIT_PARAMETER]: wholeNumber(LIMIT_PARAMETER, LIMIT).default(LIMIT.default),
        ...(feed.totals ? { [TOTAL_PARAMETER]: flag(TOTAL_PARAMETER).default(false) } : {}),
      },
      { error: shapeMessage("the query", `a parameter of ${feed.path}`, parameterNames(feed)) },
    )
    .superRefine((query: Readonly<Record<string, unknown>>, context) => {
      for (const [name, message] of contradictions(feed.filters, query))
        context.addIssue({ code: "custom", path: [name], message });
    });
  // The shape is built at run time from the same descriptors as the type.
  return schema as unknown as z.ZodType<Query & Paging>;
}

/** `recent` is always ascending; accepting another direction would silently ignore it (decisions, Orders). */
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

const SELECTOR_NAMES = SELECTORS.map((selector) => selector.param);
const [byId, byDomain, byName, byProfile] = SELECTORS;

const selectors = {
  [byId.param]: text(byId.param, byId.form).optional(),
  [byDomain.param]: text(byDomain.param, byDomain.form).optional(),
  [byName.param]: text(byName.param, byName.form).optional(),
  [byProfile.param]: text(byProfile.param, byProfile.form).optional(),
};

const include = several(INCLUDE).default(TIMELINE_INCLUDES.map((kind) => kind.value));

/** A company has exactly one selector; two could identify two companies. */
function oneSelector(item: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const given = SELECTOR_NAMES.filter((name) => item[name] !== undefined);
  if (given.length === 1) return;
  const named = given.length === 0 ? "none was given" : `got ${given.join(" and ")}`;
  context.addIssue({ code: "custom", message: `give exactly one of ${SELECTOR_NAMES.join(", ")}; ${named}` });
}

export const timelineQuery = z
  .strictObject(
    { ...selectors, include },
    { error: shapeMessage("the query", `a parameter of ${TIMELINE_PATH}`, [...SELECTOR_NAMES, INCLUDE.param]) },
  )
  .superRefine(oneSelector);

const batchItem = z
  .strictObject(selectors, { error: shapeMessage("the item", "a field of an item", SELECTOR_NAMES) })
  .superRefine(oneSelector);

const batchCount = `${BATCH_FIELD} must hold ${BATCH.min} to ${BATCH.max} items`;

export const timelineBatch = z.strictObject(
  {
    [BATCH_FIELD]: z
      .array(batchItem, {
        error: (issue) =>
          issue.input === undefined
            ? `${BATCH_FIELD} is missing; give ${BATCH.min} to ${BATCH.max} items`
            : `${BATCH_FIELD} must be a list of ${BATCH.min} to ${BATCH.max} items; got ${shown(issue.input)}`,
      })
      .min(BATCH.min, `${batchCount}; got none`)
      .max(BATCH.max, {
        error: (issue) => `${batchCount}; got ${Array.isArray(issue.input) ? issue.input.length : "more"}`,
      }),
    include,
  },
  { error: shapeMessage("the body", "a field of the body", [BATCH_FIELD, INCLUDE.param]) },
);
