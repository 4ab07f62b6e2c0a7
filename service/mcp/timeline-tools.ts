/** The tools of one timeline and of several: the endpoints' own, cut to what fits and to what the call may cost. */
import { INCLUDE_SCOPES } from "@dealflow/contract/mcp";
import { INCLUDE } from "@dealflow/contract/timeline";
import { checkTimelineQuery, parseTimelineBatch } from "@dealflow/contract/timeline-requests";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import type { Connection } from "@/service/accounts/connections";
import { type CompanyTimeline, timelineText } from "@/service/feed/timeline";
import { parseSelector, rejectInput } from "@/service/http/read-request";
import { buyTimeline } from "@/service/http/timeline";
import { type BatchEntry, batchItemText, buyTimelines } from "@/service/http/timelines";
import type { ToolArguments } from "./arguments";
import { type Call, costOf, costText, type ToolResult } from "./call";
import { bytesOf, countFitting, RECORD_BYTES, tooLarge } from "./fit";
import { batchItemLines, companyText, eventText } from "./summaries";

export async function callTimelineTool(
  call: Call,
  { values, maxCredits = Infinity }: ToolArguments,
): Promise<ToolResult> {
  const parsed = checkTimelineQuery(values);
  if ("issues" in parsed) rejectInput(parsed.issues);
  const { include, ...selectors } = parsed.values;
  const countServable = (timeline: CompanyTimeline) => {
    const bytes = RECORD_BYTES - bytesOf(timelineText(timeline, []));
    if (bytes < 0) throw tooLarge("the company with its investors", RECORD_BYTES - bytes, "read it with the REST API");
    return Math.min(countFitting(timeline.events.toReversed(), bytes), maxCredits - 1);
  };
  const kinds = values[INCLUDE.param] === undefined ? allowedKinds(call.connection) : include;
  const bought = await buyTimeline(call.services, parseSelector(selectors), kinds, call.payment, countServable);
  const company: unknown = JSON.parse(bought.timeline.company);
  const investors: unknown = JSON.parse(bought.timeline.investors);
  const events: unknown[] = bought.events.map((event) => JSON.parse(event));
  const eventsAvailable = bought.timeline.events.length;
  const cost = costOf(call, bought.meta, bought.allowance);
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
  const { items, meta, allowance } = await buyTimelines(call.services, batch, call.payment, (entries) =>
    countServableEntries(entries, maxCredits),
  );
  const data: unknown[] = items.map((item) => JSON.parse(item));
  const cost = costOf(call, meta, allowance);
  return { structured: { data, ...cost }, text: [...data.map(batchItemLines), costText(cost)].join("\n") };
}

function countServableEntries(entries: readonly BatchEntry[], maxCredits: number): number {
  const skipped = entries.map(({ query, timeline }) => bytesOf(batchItemText(query, "skipped", timeline)) + 1);
  let bytes = skipped.reduce((sum, size) => sum + size, 0);
  if (bytes > RECORD_BYTES) throw tooLarge("the list of companies", bytes, "shorten it");
  for (const [index, { query, timeline, costSum }] of entries.entries()) {
    bytes += bytesOf(batchItemText(query, "served", timeline)) + 1 - (skipped[index] ?? 0);
    if (bytes > RECORD_BYTES || costSum > maxCredits) return index;
  }
  return entries.length;
}

/** Kinds of event whose scope the connection has: the default of its calls. */
function allowedKinds({ scopes }: Connection): string[] {
  return TIMELINE_INCLUDES.map(({ value }) => value).filter((kind) => scopes.includes(INCLUDE_SCOPES[kind]));
}
