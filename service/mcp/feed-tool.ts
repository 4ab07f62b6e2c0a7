/** The tools of the feeds: the endpoint's own page, cut to what fits and to what the call may cost. */
import { checkFeedQuery } from "@dealflow/contract/feed-query";
import { CURSOR_PARAMETER, FEEDS, type FeedName, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/list-readers";
import { TOOL_LIMIT } from "@dealflow/contract/mcp";
import type { Row } from "@/service/feed/source";
import { buyPage, readFeedRequest } from "@/service/http/list-feed";
import type { ToolArguments } from "./arguments";
import { type Call, costOf, costText, type ToolResult } from "./call";
import { bytesOf, countFitting, RECORD_BYTES, tooLarge } from "./fit";
import { recordsText } from "./summaries";

export async function callFeedTool(
  call: Call,
  name: FeedName,
  { values, maxCredits = Infinity }: ToolArguments,
): Promise<ToolResult> {
  const { connection, payment, services } = call;
  const feed = FEEDS[name];
  const checked = checkFeedQuery(feed, { [LIMIT_PARAMETER]: TOOL_LIMIT, ...values }, getListReader);
  const paging = { ...checked.paging, limit: Math.min(checked.paging.limit, maxCredits) };
  const request = readFeedRequest(services, name, { ...checked, paging }, connection.workspaceId);
  const { records, pagination, meta, allowance } = await buyPage(services, request, payment, countServable);
  const data: unknown[] = records.map((record) => JSON.parse(record));
  const cost = costOf(call, meta, allowance);
  const more = pagination.hasMore
    ? `More match: call ${feed.tool} again with the same filters and ${CURSOR_PARAMETER} ${pagination.nextCursor}.`
    : "No more match.";
  return {
    structured: { data, pagination, ...cost },
    text: [recordsText(name, data), `${totalText(pagination.total)}${more}`, costText(cost)].join("\n"),
  };
}

function countServable(rows: readonly Row[]): number {
  const texts = rows.map(([record]) => record);
  const [first] = texts;
  const count = countFitting(texts, RECORD_BYTES);
  if (first !== undefined && count === 0)
    throw tooLarge("the next record", bytesOf(first), "narrow the filters, or read it with the REST API");
  return count;
}

function totalText(total: number | undefined): string {
  return total === undefined ? "" : `${total} match in all. `;
}
