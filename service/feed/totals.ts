/**
 * Counts the matches over all pages (convention 8) in the database: of one company or person, of what a workspace has
 * purchased, and while the columns of a feed are not in memory. All other totals are counted there
 * (`service/summaries`).
 */
import type { AnyQuery } from "@dealflow/contract/filters";
import { getConditions, getPeriod } from "./sources/clauses";
import { type FeedSource, joinClauses, type Statement, Values } from "./sources/source";

export function totalStatement(source: FeedSource, query: AnyQuery): Statement {
  const values = new Values();
  const { relation, selective, filters, range } = source.buildQuery(query, undefined, 0);
  if (source.feed.totals && selective.length === 0 && !hasConditions(source, query))
    return { text: "select total from feeds where feed = $1", values: [source.table] };
  const condition = joinClauses([...selective, ...filters, ...range], values);
  return { text: `select count(*) as total from ${relation(values)} r where ${condition}`, values: values.list };
}

function hasConditions(source: FeedSource, query: AnyQuery): boolean {
  const { tokens, ranges } = getConditions(source, query);
  const { since, until } = getPeriod(query);
  return tokens.length + ranges.length > 0 || since !== undefined || until !== undefined;
}
