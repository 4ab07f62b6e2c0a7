/** Writes `agents.md`, which tells an agent everything it needs to use the API, on one page. */
import { ERROR_STATUS, INSUFFICIENT_CREDITS } from "@dealflow/contract/errors";
import { LIMIT, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@dealflow/contract/feeds";
import {
  API_KEY_HEADER,
  API_KEY_PREFIX,
  AUTHENTICATE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  RATE_LIMIT_HEADER,
  RATE_LIMIT_POLICY_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@dealflow/contract/headers";
import { RATE_LIMITS } from "@dealflow/contract/limits";
import {
  MAX_CREDITS_PARAMETER,
  MAX_RESULT_BYTES,
  REVISIONS,
  SERVER_CARD_PATHS,
  TOOL_LIMIT,
} from "@dealflow/contract/mcp";
import { MCP_PATH } from "@dealflow/contract/oauth";
import { BATCH, SELECTORS } from "@dealflow/contract/timeline";
import { WEBHOOK_EVENT_NAMES } from "@dealflow/contract/webhook-events";
import { DESCRIBED } from "../endpoints";
import { TOOLS } from "../mcp/tools";
import { type ReferenceParameter, reference } from "../reference";
import { BACKOFF, ERROR_CODES, ERROR_DESCRIPTIONS, REPLAY } from "../statuses";
import { type Block, code, fenced, type GuideSection, list, section, table, writeMarkdown } from "./blocks";
import { recordTables } from "./record-tables";
import {
  BATCH_LOOP,
  BATCH_REQUEST_IN_CURL,
  COMPANY_SYNC,
  FIRST_REQUEST,
  PAGING_LOOP,
  TIMELINE_REQUEST,
} from "./snippets";

export interface Addresses {
  /** The address of the API is public and has no trailing slash, like the others. */
  readonly apiUrl: string;
  /** The documents are served at this address. */
  readonly siteUrl: string;
  /** People create keys at this address. */
  readonly dashboardUrl: string;
}

export function agentsGuide(addresses: Addresses): string {
  const sections = guideSections(addresses).flatMap(({ title, blocks }) => [`## ${title}`, ...blocks]);
  return writeMarkdown([...introduction(addresses), ...sections]);
}

export function guideSections(addresses: Addresses): GuideSection[] {
  return [
    credentials(addresses),
    endpoints(),
    lists(),
    companies(),
    timelines(),
    credits(),
    errors(),
    retries(),
    rateLimits(),
    data(),
    webhooks(addresses),
    mcp(addresses),
    parameters(addresses),
  ];
}

function introduction({ apiUrl, siteUrl }: Addresses): Block[] {
  return [
    "# Dealflow API: guide for agents",
    "A read-only HTTP JSON API for business events (funding rounds, acquisitions and mergers, executive moves) and for the companies and investors behind them. Events are deduplicated across sources and resolved to companies where possible. Usage is metered: one credit for each returned record.",
    list(
      `API: ${apiUrl} (base URL of all paths below)`,
      `OpenAPI 3.1: ${siteUrl}/openapi.json`,
      `Reference for people: ${siteUrl}/reference`,
    ),
    `The code on this page expects ${code("API_URL")} (${apiUrl}) and ${code("DEALFLOW_API_KEY")} in the environment. The TypeScript needs Node 20 and no packages: save a snippet as a \`.mts\` file and run it with \`npx tsx\`. The companies in it are from the demo data. Running a snippet buys records: each loop has a maximum, which is yours to set.`,
  ];
}

function credentials({ dashboardUrl }: Addresses): GuideSection {
  return section(
    "Credentials",
    list(
      `Send the header ${code(`${API_KEY_HEADER}: <key>`)} with every request; a 401 names it in ${code(AUTHENTICATE_HEADER)}. Keys start with ${code(API_KEY_PREFIX)}.`,
      `**Agents cannot register themselves.** The account owner creates a key in the dashboard (${dashboardUrl}); the operator of the service can use ${code("npm run admin -- key create --workspace <workspace> --name <name>")}. Ask for a key; do not search for one.`,
      "A key is shown once, when it is created. It does not expire. If a key that used to work returns 401, it was revoked: ask for a new one.",
      "A new account has 50 free credits. No payment card is needed.",
      "Keep the key out of URLs, logs and browsers.",
    ),
    "A first request:",
    fenced("sh", FIRST_REQUEST),
  );
}

function endpoints(): GuideSection {
  return section(
    "Endpoints",
    table(
      ["Request", "Returns", "Cost", code("meta.endpoint")],
      DESCRIBED.map(({ endpoint, summary, cost }) => [
        code(`${endpoint.method} ${endpoint.path}`),
        summary,
        cost,
        code(endpoint.name),
      ]),
    ),
    "Parameters go in the query string. Repeat a list parameter for several values (`round=seed&round=series-a`; `round[]=seed` works too); a record matches if any of them does. Different parameters must all match. Unknown parameters, empty values and extra values are rejected with 400, because a silently ignored filter would cost credits. Booleans are `true` or `false`.",
  );
}

function lists(): GuideSection {
  return section(
    "Pagination",
    "A list returns `{success: true, data: [...], pagination: {hasMore, nextCursor, total?}, meta: {endpoint, creditsUsed, creditsRemaining}}`.",
    list(
      `${code("limit")} is ${LIMIT.min} to ${LIMIT.max}, default ${LIMIT.default}. For many records, use ${LIMIT.max}.`,
      "For the next page, send the same filters with `cursor` set to `pagination.nextCursor`, until `hasMore` is false. A cursor is opaque and bound to its endpoint, filters, order and workspace; `limit` may change between pages.",
      "A page can be shorter than `limit` because credits ran out. In that case `hasMore` is true, `creditsRemaining` is 0, and the next request returns 402. Only `hasMore: false` means the end of the data. The cursor of a shortened page continues after its last record and stays valid.",
      `${code(TOTAL_PARAMETER)} (funding rounds and acquisitions) counts all matches in ${code("pagination.total")} for 0 credits; ${code(`limit=1&${TOTAL_PARAMETER}=true`)} returns the count for the price of one record.`,
    ),
    "A robust client:",
    fenced("ts", PAGING_LOOP),
  );
}

function companies(): GuideSection {
  return section(
    "Syncing the company directory",
    "Companies are ordered by last update, oldest first, unless `sort=prominence`. In that order `nextCursor` is always a string, even on the last page and on an empty one: read until `hasMore` is false, keep the cursor, and come back with it to get what was created or updated since. A changed company is returned again: store it under its `id`. Repeating `since` instead of keeping the cursor pays for the same records again. **The first run buys every company that matches:** narrow the filters, ask the account owner how many credits it may use, and set `MAX_RECORDS` accordingly; a later run continues where it stopped. Investors have the same order, with `nextCursor` null at the end.",
    fenced("ts", COMPANY_SYNC),
  );
}

function timelines(): GuideSection {
  return section(
    "Timelines",
    `One company, selected by exactly one of ${SELECTORS.map(({ param }) => code(param)).join(", ")}, with its investors and its events, oldest first: \`{success, data: {company, investors, events: [{kind, date, funding | acquisition | execMove}]}, meta}\`. It costs one credit for the company and one for each returned event; \`include\` limits the kinds of event. If the credits don't cover everything, the newest events that fit are returned, and the header ${code(EVENTS_AVAILABLE_HEADER)} says how many there are. If no company matches, the response is 404, at no cost.`,
    fenced("sh", TIMELINE_REQUEST),
    `Up to ${BATCH.max} companies at once:`,
    fenced("sh", BATCH_REQUEST_IN_CURL),
    "The response is a bare array with one item for each company, in the order of the request: `{query, status, cost, timeline?}`.",
    table(
      ["status", "Meaning", "cost"],
      [
        [code("served"), "`timeline` is complete.", "1 + its events"],
        [code("not_found"), "No company matches.", 0],
        [code("skipped"), "The credits don't cover it, or ran out before it. Request it again once there are more.", 0],
      ],
    ),
    "A company requested twice is served and charged twice. An invalid item rejects the whole batch with 400, before anything is served.",
    fenced("ts", BATCH_LOOP),
  );
}

function credits(): GuideSection {
  return section(
    "Credits",
    list(
      "One credit for each returned record. Empty pages, totals, companies that are not found, replays and failed requests cost nothing.",
      `${code("meta.creditsUsed")} and ${code("meta.creditsRemaining")} (headers ${code(CREDITS_USED_HEADER)} and ${code(CREDITS_REMAINING_HEADER)}) report usage after every request. A batch of timelines has no ${code("meta")}: read its headers.`,
      `A request is checked before the balance: an invalid one returns 400 even with no credits left. With a balance of 0, every valid one returns 402 before anything is looked up. The code is ${code("PAYMENT_REQUIRED")}; treat ${code(INSUFFICIENT_CREDITS)} the same. Do not retry: stop, keep the cursor and tell the account owner.`,
      "Request only what you need: narrow filters, a `limit` no larger than what you read, `enrichedOnly=true` if unresolved companies are of no use.",
    ),
  );
}

function errors(): GuideSection {
  const rows = ERROR_CODES.map((name) => [
    ERROR_STATUS[name],
    code(name),
    ERROR_DESCRIPTIONS[name].meaning,
    ERROR_DESCRIPTIONS[name].next,
  ]);
  const insertAt = rows.findIndex(([, name]) => name === code("PAYMENT_REQUIRED")) + 1;
  const twin = [
    ERROR_STATUS.PAYMENT_REQUIRED,
    code(INSUFFICIENT_CREDITS),
    "The same as `PAYMENT_REQUIRED`, by another name.",
    "The same.",
  ];
  return section(
    "Errors",
    `\`{success: false, error: {code, message}, meta: {requestId}}\`. Handle errors by \`code\`; \`message\` is one sentence for people that names the parameter, its value and what is allowed. Every response also has its request id in ${code(REQUEST_ID_HEADER)}: include it in a report.`,
    table(["HTTP", "code", "Meaning", "What to do"], rows.toSpliced(insertAt, 0, twin)),
  );
}

function retries(): GuideSection {
  return section(
    "Retries",
    "Retry only these, unchanged:",
    table(
      ["HTTP", "Wait before retrying"],
      [
        ...ERROR_CODES.flatMap((name) => {
          const { wait } = ERROR_DESCRIPTIONS[name];
          return wait === undefined ? [] : [[ERROR_STATUS[name], wait]];
        }),
        ["no response (timeout, broken connection)", BACKOFF],
      ],
    ),
    `${code(RETRY_AFTER_HEADER)} is in seconds. Send an ${code(IDEMPOTENCY_KEY_HEADER)} with every request that you may have to repeat: a new random value for each request, the same value for all its attempts. ${REPLAY} A replay carries ${code(`${IDEMPOTENT_REPLAYED_HEADER}: true`)}. While the first request is still running, the response is 409. Errors are not stored: after an error you can use the same key again.`,
  );
}

function rateLimits(): GuideSection {
  return section(
    "Rate limits",
    "Per workspace, across all its keys:",
    table(
      ["Plan", "Requests per minute", "Burst"],
      Object.entries(RATE_LIMITS).map(([plan, { perMinute, burst }]) => [
        plan,
        perMinute.toLocaleString("en-US"),
        burst,
      ]),
    ),
    `Responses report the state of the limit in the syntax of draft-ietf-httpapi-ratelimit-headers-11: ${code(`${RATE_LIMIT_POLICY_HEADER}: "burst";q=${RATE_LIMITS.paid.burst};w=6, "minute";q=${RATE_LIMITS.paid.perMinute};w=60`)} (${code("q")} requests at once, all available again after ${code("w")} seconds, and ${code("q")} in a minute) and ${code(`${RATE_LIMIT_HEADER}: "burst";r=${RATE_LIMITS.paid.burst - 1};t=1`)} (${code("r")} left now, full again in ${code("t")} seconds). The operator can set other limits for a workspace. Over the limit, the response is 429 with ${code(RETRY_AFTER_HEADER)}; a client that waits exactly that long is admitted.`,
  );
}

function data(): GuideSection {
  return section(
    "Data",
    list(
      "Every field is present. Unknown values are `null`, unknown lists are `[]`. Ignore fields you do not recognize.",
      "Timestamps are ISO-8601 in UTC with milliseconds (`2026-11-03T00:00:00.000Z`). Dates in filters are days in UTC, both ends inclusive.",
      "`round` is hyphenated (`series-a`) like the filter. Other hosts of this interface may write `series_a`; accept both.",
      "`amountUsd` is in dollars, `amountUsdCents` in cents; the original amount is in the minor unit of its currency. Undisclosed amounts are null and match no amount filter.",
      "If the company of a round was not resolved, it has a `name`; its `id` and most other fields are null. Do not join such companies by name.",
      "Ids are UUIDs and do not change. Events may be added long after their announcement: `discoveredAt` says when the service learned of one.",
    ),
    "The fields of every record:",
    ...recordTables(),
  );
}

function webhooks({ dashboardUrl, siteUrl }: Addresses): GuideSection {
  return section(
    "Webhooks and the TypeScript client",
    `Instead of polling, the account owner can have new events sent to an HTTPS address, signed and free of charge: ${WEBHOOK_EVENT_NAMES.map(code).join(", ")}. Webhooks are created in the dashboard (${dashboardUrl}/settings/webhooks), not by API; ${siteUrl}/openapi.json describes the deliveries under ${code("webhooks")}, and ${code("docs/webhooks.md")} in Dealflow's repository shows how to verify them.`,
    `The typed client ${code("@dealflow/client")} does the paging, waiting and retrying of this page. It is in the same repository under ${code("packages/client")}; ${code("npm pack")} there builds it.`,
  );
}

function mcp({ apiUrl, dashboardUrl, siteUrl }: Addresses): GuideSection {
  return section(
    "MCP",
    `An assistant that speaks the Model Context Protocol needs no key: it connects to ${code(`${apiUrl}${MCP_PATH}`)} (Streamable HTTP; revisions ${REVISIONS.join(", ")}), and the person signs in and approves it in a browser (OAuth 2.1 with PKCE), with scopes and a daily allowance of credits. They change or revoke the connection in the dashboard (${dashboardUrl}) under Settings, MCP connections. The server card is ${siteUrl}${SERVER_CARD_PATHS[0]}.`,
    `The tools have the parameters and the records of the endpoints; ${code(LIMIT_PARAMETER)} defaults to ${TOOL_LIMIT}, ${code(MAX_CREDITS_PARAMETER)} caps the cost of a call, and a result holds at most ${MAX_RESULT_BYTES / 1000} kB of whole records. Every result has ${code("creditsUsed")}, ${code("creditsRemaining")} and ${code("allowanceRemaining")}; a call that is rejected costs nothing.`,
    table(
      ["Tool", "Does", "Cost"],
      TOOLS.map(({ name, summary, cost }) => [code(name), summary, cost]),
    ),
  );
}

function parameters({ siteUrl }: Addresses): GuideSection {
  const endpoints = reference().flatMap(({ method, path, parameters, body }) => {
    const rows = (body ?? parameters).map((one) => [code(one.name), one.type, one.rule, allowed(one)]);
    const where = body === undefined ? [] : ["Fields of the JSON body:"];
    return [`### ${method} ${path}`, ...where, table(["Name", "Type", "Rule", "Allowed"], rows)];
  });
  return section(
    "Parameters",
    `Long lists of values are in ${siteUrl}/openapi.json under ${code("components.schemas")}, by the given name.`,
    ...endpoints,
  );
}

function allowed({ allowed, default: standard }: ReferenceParameter): string {
  const values =
    allowed === undefined
      ? ""
      : allowed.values.length > 0
        ? allowed.values.map(code).join(" ")
        : allowed.list === "naics"
          ? `any code of 2 to 6 digits; ${code(allowed.schema)} lists the ${allowed.count} classified ones`
          : `the ${allowed.count} values of ${code(allowed.schema)}`;
  return [values, standard === undefined ? "" : `default ${code(standard)}`].filter((part) => part !== "").join("; ");
}
