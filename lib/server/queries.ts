/** Validates queries against the contract's schemas, which know every allowed value. */
import "server-only";
import type { z } from "zod";
import { CURSOR_PARAMETER, FEEDS, type FeedName, LIMIT, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { QUERIES } from "@/lib/contract/queries";
import { type Problem, readQuery } from "@/lib/contract/wire";
import { splitAddress, writeQuery } from "@/lib/filters/codec";
import { normalizeQuery } from "@/lib/filters/normalize";

export interface ParsedAddress {
  readonly query: AnyQuery;
  readonly canonical: string;
  readonly problems: readonly Problem[];
  readonly open?: string;
}

/** The query of a page's address: the valid part of it, and what was left out. */
export function parseAddress(name: FeedName, search: URLSearchParams): ParsedAddress {
  const feed = FEEDS[name];
  const { values, problems, open } = splitAddress(feed, search);
  const valid = dropInvalid(name, values);
  const normalized = normalizeQuery(feed, valid.query);
  return {
    query: normalized.query,
    canonical: writeQuery(feed, normalized.query),
    problems: [...problems, ...valid.problems, ...normalized.problems],
    ...(open === undefined ? {} : { open }),
  };
}

/** Each pass removes what the schema names; a list loses only its invalid values. */
function dropInvalid(name: FeedName, values: AnyQuery): { query: AnyQuery; problems: Problem[] } {
  let query: AnyQuery = values;
  const problems: Problem[] = [];
  for (;;) {
    const parsed = schemaOf(name).safeParse(query);
    if (parsed.success) return { query: parsed.data, problems };
    const wrong = problemsOf(parsed.error);
    problems.push(...wrong.map(({ parameter, message }) => ({ parameter, message })));
    const left = Object.entries(query).map(([key, value]): [string, AnyQuery[string]] => {
      const here = wrong.filter((problem) => problem.parameter === key);
      if (here.length === 0) return [key, value];
      const indexes = new Set(here.map((problem) => problem.index));
      if (!Array.isArray(value) || indexes.has(undefined)) return [key, undefined];
      const rest = value.filter((_, index) => !indexes.has(index));
      return [key, rest.length === 0 ? undefined : rest];
    });
    const next = Object.fromEntries(left.filter(([, value]) => value !== undefined));
    // A problem that names no parameter would repeat for ever.
    if (wrong.every((problem) => !(problem.parameter in query))) return { query: {}, problems };
    query = next;
  }
}

/** The invalid parameter, and the index of the invalid value in a list. */
interface IndexedProblem extends Problem {
  readonly index: number | undefined;
}

export function problemsOf(error: z.ZodError): IndexedProblem[] {
  return error.issues.map((issue) => {
    const [parameter, index] = issue.path;
    return {
      parameter: String(parameter ?? "query"),
      index: typeof index === "number" ? index : undefined,
      message: issue.message,
    };
  });
}

export interface PageQuery {
  /** The filters alone, in canonical form: the identity of the view. */
  readonly canonical: string;
  /** With paging: the query that is sent. */
  readonly text: string;
  readonly limit: number;
}

/** Parses a page request into canonical form, or returns its problems. */
export function readPageQuery(name: FeedName, search: URLSearchParams): PageQuery | { problems: readonly Problem[] } {
  const feed = FEEDS[name];
  const wire = readQuery(search, feed);
  if (wire.problems.length > 0) return { problems: wire.problems };
  const parsed = schemaOf(name).safeParse(wire.values);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const {
    [CURSOR_PARAMETER]: cursor,
    [LIMIT_PARAMETER]: limit,
    [TOTAL_PARAMETER]: includeTotal,
    ...filters
  } = parsed.data;
  const canonical = writeQuery(feed, filters);
  const text = new URLSearchParams(canonical);
  if (typeof cursor === "string") text.set(CURSOR_PARAMETER, cursor);
  if (typeof limit === "number" && limit !== LIMIT.default) text.set(LIMIT_PARAMETER, String(limit));
  if (includeTotal === true) text.set(TOTAL_PARAMETER, "true");
  return { canonical, text: text.toString(), limit: typeof limit === "number" ? limit : LIMIT.default };
}

function schemaOf(name: FeedName): z.ZodType<AnyQuery> {
  const schemas: Readonly<Record<FeedName, z.ZodType<AnyQuery>>> = QUERIES;
  return schemas[name];
}
