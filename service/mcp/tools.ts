/** Answers tool calls: the endpoints' answers, cut to what fits and to what the call may cost, and free ones. */

import { CURSOR_PARAMETER, FEEDS, type FeedName, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { INCLUDE_SCOPES, TOOL_LIMIT, VALUE_SEARCH_PARAMETER, type ValueListName } from "@dealflow/contract/mcp";
import { checkFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { quote, shown } from "@dealflow/contract/query/quote";
import { checkTimelineQuery, parseTimelineBatch } from "@dealflow/contract/query/timeline-requests";
import { INCLUDE } from "@dealflow/contract/timeline";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import { LISTS } from "@dealflow/contract/values/lists";
import type { Connection } from "@/service/accounts/connections";
import type { Row } from "@/service/feed/sources/source";
import { type CompanyTimeline, timelineText } from "@/service/feed/timeline";
import { ApiError } from "@/service/http/api-error";
import { buyPage } from "@/service/http/metered/list-feed";
import { buyTimeline } from "@/service/http/metered/timeline";
import { type BatchEntry, batchItemText, buyTimelines } from "@/service/http/metered/timelines";
import { createFeedRequest, parseSelector, rejectInput } from "@/service/http/read-request";
import type { ToolArguments } from "./arguments";
import { type Call, type Cost, costText, getCost, type ToolResult } from "./call";
import { countFitting, getBytes, RECORD_BYTES, tooLarge } from "./fit";
import { batchItemLines, companyText, eventText, recordsText } from "./record-lines";

export async function callCreditsTool(call: Call): Promise<ToolResult> {
  const { dailyAllowance } = call.connection;
  const cost = await readCost(call);
  return {
    structured: { dailyAllowance, ...cost },
    text: `${costText(cost)} Its daily allowance is ${dailyAllowance}.`,
  };
}

export async function callValuesTool(
  call: Call,
  list: ValueListName,
  { values: { [VALUE_SEARCH_PARAMETER]: search = "" } }: ToolArguments,
): Promise<ToolResult> {
  if (typeof search !== "string") throw new ApiError("INVALID_INPUT", `search must be text; got ${shown(search)}`);
  const words = search.toLowerCase().split(/\s+/);
  const values = getValues(list).filter(({ value, title = "" }) => {
    const text = `${value} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const lines = values.map(({ value, title }) => (title === undefined ? value : `${value}: ${title}`));
  const text = lines.length === 0 ? `No value has all words of ${quote(search)}.` : lines.join("\n");
  return { structured: { values, ...(await readCost(call)) }, text };
}

/** Returns the values of a list; a title that equals its value is left out. */
export function getValues(list: ValueListName): { readonly value: string; readonly title?: string }[] {
  return LISTS[list].map(({ value, title }) => (title === value ? { value } : { value, title }));
}

/** Counts the call against the rate limit, like every call. */
async function readCost(call: Call): Promise<Cost> {
  const { balance, allowance } = await call.payment.admit();
  return getCost(call, { creditsUsed: 0, creditsRemaining: balance }, allowance);
}

export async function callTimelineTool(
  call: Call,
  { values, maxCredits = Infinity }: ToolArguments,
): Promise<ToolResult> {
  const parsed = checkTimelineQuery(values);
  if ("issues" in parsed) rejectInput(parsed.issues);
  const { include, ...selectors } = parsed.values;
  const countServable = (timeline: CompanyTimeline) => {
    const bytes = RECORD_BYTES - getBytes(timelineText(timeline, []));
    if (bytes < 0) throw tooLarge("the company with its investors", RECORD_BYTES - bytes, "read it with the REST API");
    return Math.min(countFitting(timeline.events.toReversed(), bytes), maxCredits - 1);
  };
  const kinds = values[INCLUDE.param] === undefined ? allowedKinds(call.connection) : include;
  const bought = await buyTimeline(
    call.services,
    parseSelector(selectors),
    { include: kinds, reader: "public" },
    call.payment,
    countServable,
  );
  const company: unknown = JSON.parse(bought.timeline.company);
  const investors: unknown = JSON.parse(bought.timeline.investors);
  const events: unknown[] = bought.events.map((event) => JSON.parse(event));
  const eventsAvailable = bought.timeline.events.length;
  const cost = getCost(call, bought.meta, bought.allowance);
  const cut =
    events.length < eventsAvailable
      ? ` These are the newest ${events.length} of ${eventsAvailable}; the event tools have all of them, with companyId.`
      : "";
  return {
    structured: { data: { company, investors, events }, eventsAvailable, ...cost },
    text: [companyText(company), ...events.map(eventText), `${costText(cost)}${cut}`].join("\n"),
  };
}

export async function callTimelinesTool(
  call: Call,
  { values, maxCredits = Infinity }: ToolArguments,
): Promise<ToolResult> {
  const kinds = values[INCLUDE.param] === undefined ? allowedKinds(call.connection) : undefined;
  const parsed = parseTimelineBatch(values);
  if ("issues" in parsed) rejectInput(parsed.issues);
  const batch = kinds === undefined ? parsed : { ...parsed, values: { ...parsed.values, include: kinds } };
  const { items, meta, allowance } = await buyTimelines(
    call.services,
    { ...batch, reader: "public" },
    call.payment,
    (entries) => countServableEntries(entries, maxCredits),
  );
  const data: unknown[] = items.map((item) => JSON.parse(item));
  const cost = getCost(call, meta, allowance);
  return { structured: { data, ...cost }, text: [...data.map(batchItemLines), costText(cost)].join("\n") };
}

function countServableEntries(entries: readonly BatchEntry[], maxCredits: number): number {
  const skipped = entries.map(({ query, timeline }) => getBytes(batchItemText(query, "skipped", timeline)) + 1);
  let bytes = skipped.reduce((sum, size) => sum + size, 0);
  if (bytes > RECORD_BYTES) throw tooLarge("the list of companies", bytes, "shorten it");
  for (const [index, { query, timeline, costSum }] of entries.entries()) {
    bytes += getBytes(batchItemText(query, "served", timeline)) + 1 - (skipped[index] ?? 0);
    if (bytes > RECORD_BYTES || costSum > maxCredits) return index;
  }
  return entries.length;
}

/** Returns the kinds of events whose scope the connection has, which are the default of its calls. */
function allowedKinds({ scopes }: Connection): string[] {
  return TIMELINE_INCLUDES.map(({ value }) => value).filter((kind) => scopes.includes(INCLUDE_SCOPES[kind]));
}

export async function callFeedTool(
  call: Call,
  name: FeedName,
  { values, maxCredits = Infinity }: ToolArguments,
): Promise<ToolResult> {
  const { connection, payment, services } = call;
  const feed = FEEDS[name];
  const checked = checkFeedQuery(feed, { [LIMIT_PARAMETER]: TOOL_LIMIT, ...values }, getListReader);
  const paging = { ...checked.paging, limit: Math.min(checked.paging.limit, maxCredits) };
  const request = createFeedRequest(services, name, { ...checked, paging }, connection.workspaceId);
  const { records, pagination, meta, allowance } = await buyPage(services, request, payment, countServable);
  const data: unknown[] = records.map((record) => JSON.parse(record));
  const cost = getCost(call, meta, allowance);
  const total = pagination.total === undefined ? "" : `${pagination.total} match in all. `;
  const more = pagination.hasMore
    ? `More match: call ${feed.tool} again with the same filters and ${CURSOR_PARAMETER} ${pagination.nextCursor}.`
    : "No more match.";
  return {
    structured: { data, pagination, ...cost },
    text: [recordsText(name, data), `${total}${more}`, costText(cost)].join("\n"),
  };
}

function countServable(rows: readonly Row[]): number {
  const texts = rows.map(([record]) => record);
  const [first] = texts;
  const count = countFitting(texts, RECORD_BYTES);
  if (first !== undefined && count === 0)
    throw tooLarge("the next record", getBytes(first), "narrow the filters, or read it with the REST API");
  return count;
}
