/** Reads the two directories in SQL, in the order of changes or by prominence. */

import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import {
  findBeginning,
  isWholeWord,
  letterTerms,
  searchWords,
  withoutUmlauts,
} from "@dealflow/contract/query/search-text";
import { parseRankKey, rankKey } from "../ranking";
import { filterClauses, getInstant, joinedClauses, timeRangeClauses } from "./clauses";
import {
  type Clause,
  type FeedSource,
  joinClauses,
  type Order,
  type RangeColumn,
  ROW_COST,
  type Row,
  type SelectQuery,
} from "./source";

const CHANGES: Order = { columns: ["updated_at", "id"], direction: "asc" };
/** Rank 1 is the most prominent company, so descending prominence is ascending rank. */
const MOST_PROMINENT: Order = { columns: ["rank"], direction: "asc" };
const LEAST_PROMINENT: Order = { columns: ["rank"], direction: "desc" };

const COMPANY_RANGES: Readonly<Record<string, RangeColumn>> = {
  minFoundedYear: { table: "companies", column: "founded_year", scale: 1 },
  minRaisedLast12mUsd: { table: "company_figures", column: "raised_last_12m_usd_cents", scale: 100 },
  minKnownPeople: { table: "company_figures", column: "known_people", scale: 1 },
};
/** Both the metrics of a company and its rank in a ranking snapshot have these columns. */
const METRICS = ["raised_last_12m_usd_cents", "known_people", "has_founder"];

/** This position precedes every company, for a reader of an empty directory: columns of instants begin here. */
const BEGINNING: CursorPosition = {
  key: Date.parse("0001-01-01T00:00:00.000Z"),
  id: "00000000-0000-0000-0000-000000000000",
};

function isRanked(query: AnyQuery): boolean {
  return query.sort === "prominence";
}

const companies = { feed: FEEDS.companies, table: "companies", ranges: COMPANY_RANGES } as const;

export const COMPANY_SOURCE: FeedSource = {
  ...companies,
  buildQuery: (query, position, generation) =>
    isRanked(query) ? byProminence(query, position, generation) : byChange(query, position),
  getPosition: (row) => {
    const [record, generation, rank] = row;
    if (generation === undefined || rank === undefined) return changedPosition(row);
    const { id }: { id: string } = JSON.parse(record);
    return { key: rankKey(generation, rank), id };
  },
  // A reader who has caught up returns with the last cursor (decisions, `nextCursor`).
  getStart: (query) => (isRanked(query) ? undefined : BEGINNING),
  isRanked: isRanked,
};

function byChange(query: AnyQuery, position: CursorPosition | undefined): SelectQuery {
  const metrics = metricClauses(query);
  const relation = `(select c.*, ${METRICS.map((column) => `f.${column}`).join(", ")}
    from companies c join company_figures f on f.company_id = c.id)`;
  return {
    table: "companies",
    relation: () => (metrics.length === 0 ? "companies" : relation),
    ordered: () => "companies",
    rowCost: query.search !== undefined ? ROW_COST.record : metrics.length > 0 ? ROW_COST.joined : ROW_COST.index,
    order: CHANGES,
    range: timeRangeClauses(CHANGES, query, position),
    selective: exactDomain(query),
    skipping: [],
    filters: [...filterClauses(companies, query), ...metrics, ...companySearchClauses(query.search)],
    extraColumns: [],
    search: query.search !== undefined,
  };
}

/** Ranks hold the metrics of their snapshot, so that most queries of metrics need no company until the page is found. */
function byProminence(query: AnyQuery, position: CursorPosition | undefined, generation: number): SelectQuery {
  const order = query.sortDirection === "asc" ? LEAST_PROMINENT : MOST_PROMINENT;
  const behind = order.direction === "asc" ? ">" : "<";
  const since = getInstant(query.since, "start");
  const changed: Clause[] = since === undefined ? [] : [(values) => `updated_at >= ${values.add(since)}::timestamptz`];
  const filters = [...filterClauses(companies, query), ...changed, ...companySearchClauses(query.search)];
  const selective = exactDomain(query);
  const ofCompany = filters.length + selective.length > 0;
  // The id is that of the table whose index finds companies by it.
  const id = ofCompany ? "c.id" : "k.company_id as id";
  const columns = [id, "k.generation", "k.rank", ...METRICS.map((column) => `k.${column}`)];
  const joined = ofCompany
    ? ["c.updated_at", "c.founded_year", "c.facets", "c.domain", "c.search_text", "c.search_terms"]
    : [];
  const join = ofCompany ? " join companies c on c.id = k.company_id" : "";
  return {
    table: "companies",
    relation: (values) =>
      `(select ${[...columns, ...joined].join(", ")} from company_ranks k${join} where k.generation = ${values.add(generation)}::integer)`,
    ordered: (values) => `(select * from company_ranks where generation = ${values.add(generation)}::integer)`,
    rowCost: query.search !== undefined ? ROW_COST.record : ROW_COST.joined,
    order,
    range:
      position === undefined
        ? []
        : [(values) => `rank ${behind} ${values.add(parseRankKey(position.key).rank)}::integer`],
    selective,
    skipping: metricClauses(query),
    filters,
    extraColumns: ["generation", "rank"],
    search: query.search !== undefined,
  };
}

function metricClauses(query: AnyQuery): Clause[] {
  return [...joinedClauses(companies, query), ...(query.hasFounder === true ? [() => "has_founder"] : [])];
}

function exactDomain(query: AnyQuery): Clause[] {
  const { domain } = query;
  return typeof domain === "string" ? [(values) => `domain = ${values.add(domain)}`] : [];
}

const investors = { feed: FEEDS.investors, table: "investors", ranges: {} } as const;

export const INVESTOR_SOURCE: FeedSource = {
  ...investors,
  buildQuery: (query, position) => ({
    table: "investors",
    relation: () => "investors",
    ordered: () => "investors",
    rowCost: query.search === undefined ? ROW_COST.index : ROW_COST.record,
    order: CHANGES,
    range: timeRangeClauses(CHANGES, query, position),
    selective: exactDomain(query),
    skipping: [],
    filters: [...filterClauses(investors, query), ...searchClauses(query.search)],
    extraColumns: [],
    search: query.search !== undefined,
  }),
  getPosition: changedPosition,
  getStart: () => undefined,
  isRanked: () => false,
};

function changedPosition([record]: Row): CursorPosition {
  const parsed: { id: string; updatedAt: string } = JSON.parse(record);
  return { key: Date.parse(parsed.updatedAt), id: parsed.id };
}

/** Trigrams cover such a part in any locale of the database. Without one they would scan the whole index: 830 ms. */
const TRIGRAM = /[a-z0-9]{3}/;

/** These expressions of a table are searched, each by its index. */
interface Searched {
  readonly text: string;
  readonly terms: string;
}
const RECORD: Searched = { text: "search_text", terms: "search_terms" };
const FORMER_NAME: Searched = { text: "folded_text(name)", terms: "search_terms_of(folded_text(name))" };

/** Returns one clause for each word, all of which must occur. */
function searchClauses(search: AnyQuery[string]): Clause[] {
  return wordClauses(getWords(search), RECORD);
}

/**
 * A word also occurs in a company when it does in one of its former names. The few companies with a word in a former name
 * are listed first, as an array, which unlike a subquery is looked up in the index of ids next to those of the words.
 */
export function companySearchClauses(search: AnyQuery[string]): Clause[] {
  const words = getWords(search);
  if (words.length === 0) return [];
  return [
    (values) => {
      const own = wordClauses(words, RECORD).map((clause) => clause(values));
      const former = wordClauses(words, FORMER_NAME).map((clause) => clause(values));
      const anywhere = words.map(
        (_, at) => `(exists (select from companies where id = n.company_id and ${own[at]})
          or exists (select from company_former_names where company_id = n.company_id and ${former[at]}))`,
      );
      const others = words.length === 1 ? "" : ` and ${anywhere.join(" and ")}`;
      return `((${own.join(" and ")}) or id = any(array(
        select company_id from company_former_names n where (${former.map((one) => `(${one})`).join(" or ")})${others})))`;
    },
  ];
}

function getWords(search: AnyQuery[string]): string[] {
  return typeof search === "string" ? searchWords(search) : [];
}

/** The text of a record begins with its name. */
function wordClauses(words: readonly string[], searched: Searched): Clause[] {
  const clauses = words.map((word) => wordClause(word, searched));
  const beginning = findBeginning(words);
  if (beginning === undefined) return clauses;
  const begins: Clause = (values) => `${searched.text} like ${values.add(`${beginning}%`)}`;
  return clauses.map((clause) => (values) => `(${clause(values)} or ${begins(values)})`);
}

function wordClause(word: string, searched: Searched): Clause {
  const having = (terms: readonly string[]): Clause => {
    return (values) => `${searched.terms} @> ${values.add(terms)}::text[]`;
  };
  if (isWholeWord(word)) return having([word]);
  const terms = letterTerms(word);
  const occurs: Clause = TRIGRAM.test(word)
    ? (values) => `${searched.text} like ${values.add(`%${escaped(word)}%`)}`
    : (values) => `position(${values.add(word)} in ${searched.text}) > 0`;
  const other = withoutUmlauts(word);
  if (other === undefined)
    return (values) => joinClauses(terms.length > 0 ? [having(terms), occurs] : [occurs], values);
  const occursAsOther: Clause = isWholeWord(other)
    ? having([other])
    : (values) => `${searched.text} ~ ${values.add(`(^|[^a-z0-9])${other}([^a-z0-9]|$)`)}`;
  return (values) => `(${occurs(values)} or ${occursAsOther(values)})`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
