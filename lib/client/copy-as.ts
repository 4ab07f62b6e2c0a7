/** Writes a request of the interface as texts to paste into a shell, a program or an agent. None contains a key. */

import { FEED_ORDERS, LIST_ORDERS, readOrder } from "@dealflow/contract/account/feed-orders";
import { FEEDS, type FeedName, LIMIT, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { MCP_PATH } from "@dealflow/contract/oauth";
import { checkFeedQuery } from "@dealflow/contract/query/feed-query";
import { TIMELINE_PATH, TIMELINE_TOOL, TIMELINES_TOOL } from "@dealflow/contract/timeline";

export interface CopiedRequest {
  readonly path: string;
  /** A request with a body is a POST of this JSON. */
  readonly body?: unknown;
  /** This calls a tool for the same request; its text also names the server. */
  readonly tool: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
}

interface CopiedText {
  readonly id: "curl" | "fetch" | "mcp";
  readonly title: string;
  readonly text: string;
}

/** Returns the parameters by which the public API has this order of our service's lists; none where it has no such order. */
export function apiOrder(name: FeedName, order: string): AnyQuery {
  const keys =
    order === "" ? LIST_ORDERS[name] : readOrder((id) => Object.hasOwn(FEED_ORDERS[name], id), order)?.sorting;
  const [first] = keys ?? [];
  if (name !== "companies" || first?.id !== "prominence") return {};
  return { sort: "prominence", ...(first.desc ? {} : { sortDirection: "asc" }) };
}

/** Requests the first page of a view. The limit is written out, because a tool's own default is another one. */
export function feedRequest(name: FeedName, query: AnyQuery): CopiedRequest {
  const feed = FEEDS[name];
  const { canonical } = checkFeedQuery(feed, query);
  const search = new URLSearchParams(canonical.text);
  search.set(LIMIT_PARAMETER, String(LIMIT.default));
  const names = new Set(search.keys());
  // The arguments have the form of the address: lists in order, defaults omitted.
  const given = Object.entries(canonical.query)
    .filter(([param]) => names.has(param))
    .map(([param, value]) => [param, typeof value === "object" ? [...value].sort() : value]);
  return {
    path: `${feed.path}?${search}`,
    tool: { name: feed.tool, arguments: { ...Object.fromEntries(given), [LIMIT_PARAMETER]: LIMIT.default } },
  };
}

/** Requests the timeline of one company; `values` by parameter name (`domain`, `include`). */
export function timelineRequest(values: Readonly<Record<string, string | readonly string[]>>): CopiedRequest {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const item of typeof value === "string" ? [value] : value) search.append(name, item);
  return { path: `${TIMELINE_PATH}?${search}`, tool: { name: TIMELINE_TOOL, arguments: values } };
}

export function timelinesRequest(body: Readonly<Record<string, unknown>>): CopiedRequest {
  return { path: TIMELINE_PATH, body, tool: { name: TIMELINES_TOOL, arguments: body } };
}

/** `apiUrl` is the API's public address. The key is read from the caller's environment. */
export function copiedTexts(request: CopiedRequest, apiUrl: string): readonly [CopiedText, CopiedText, CopiedText] {
  return [
    { id: "curl", title: "curl", text: curlText(request, apiUrl) },
    { id: "fetch", title: "fetch", text: fetchText(request, apiUrl) },
    {
      id: "mcp",
      title: "MCP call",
      text: JSON.stringify({ server: `${apiUrl}${MCP_PATH}`, ...request.tool }, null, 2),
    },
  ];
}

const JSON_TYPE = "application/json";

function curlText({ path, body }: CopiedRequest, apiUrl: string): string {
  return curlCommand(apiUrl, { path, body: body === undefined ? undefined : JSON.stringify(body) });
}

/** Writes a request for a shell, in which `$DEALFLOW_API_KEY` stands for the key. The body is the JSON text of a POST. */
export function curlCommand(
  apiUrl: string,
  { path, body }: { readonly path: string; readonly body: string | undefined },
): string {
  const lines = [`curl -sS ${shellQuoted(apiUrl + path)}`, `-H "${API_KEY_HEADER}: $DEALFLOW_API_KEY"`];
  if (body !== undefined) lines.push(`-H "Content-Type: ${JSON_TYPE}"`, `-d ${shellQuoted(body)}`);
  return lines.join(" \\\n  ");
}

/** Within single quotes a shell reads nothing but the closing one. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fetchText({ path, body }: CopiedRequest, apiUrl: string): string {
  const key = `"${API_KEY_HEADER}": DEALFLOW_API_KEY`;
  const options =
    body === undefined
      ? [`  headers: { ${key} },`]
      : [
          `  method: "POST",`,
          `  headers: { ${key}, "Content-Type": "${JSON_TYPE}" },`,
          `  body: JSON.stringify(${JSON.stringify(body)}),`,
        ];
  const address = `${apiUrl}${path}`;
  return [
    "// DEALFLOW_API_KEY holds your key; keep it out of the code.",
    `const response = await fetch(${JSON.stringify(address)}, {`,
    ...options,
    "});",
    "const { data, pagination, meta } = await response.json();",
  ].join("\n");
}
