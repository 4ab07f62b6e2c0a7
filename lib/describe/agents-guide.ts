/** `agents.md`: everything that an agent needs to use the API, on one page. */
import { ERROR_STATUS, INSUFFICIENT_CREDITS } from "@/lib/contract/errors";
import { LIMIT, TOTAL_PARAMETER } from "@/lib/contract/feeds";
import {
  API_KEY_HEADER,
  API_KEY_PREFIX,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  RATE_LIMIT_HEADER,
  RATE_LIMIT_POLICY_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@/lib/contract/headers";
import { RATE_LIMITS } from "@/lib/contract/limits";
import { BATCH, SELECTORS } from "@/lib/contract/timeline";
import { DESCRIBED } from "./endpoints";
import { blocks, code, fenced, table } from "./markdown";
import { type ReferenceParameter, reference } from "./reference";
import {
  BATCH_LOOP,
  BATCH_REQUEST_IN_CURL,
  COMPANY_SYNC,
  FIRST_REQUEST,
  PAGING_LOOP,
  TIMELINE_REQUEST,
} from "./snippets";
import { BACKOFF, ERROR_CODES, ERROR_DESCRIPTIONS, REPLAY } from "./statuses";

export interface Addresses {
  /** Public address of the API, without a trailing slash, like the others. */
  readonly apiUrl: string;
  /** Address of the documents. */
  readonly siteUrl: string;
  /** Where keys are created. */
  readonly dashboardUrl: string;
}

export function agentsGuide(addresses: Addresses): string {
  return `${blocks(
    introduction(addresses),
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
    parameters(addresses),
  )}\n`;
}

function introduction({ apiUrl, siteUrl }: Addresses): string {
  return blocks(
    "# Dealflow API: guide for agents",
    "A read-only HTTP JSON API for business events (funding rounds, acquisitions and mergers, executive moves) and for the companies and investors behind them. Events are deduplicated across outlets and resolved to companies where possible. Use is metered: one credit for each returned record.",
    [
      `- API: ${apiUrl} (all paths below begin there)`,
      `- OpenAPI 3.1: ${siteUrl}/openapi.json`,
      `- Reference for people: ${siteUrl}/reference`,
    ].join("\n"),
    `The code on this page expects ${code("API_URL")} (${apiUrl}) and ${code("API_KEY")} in the environment. The TypeScript is for Node 20 without any package: save a piece as a \`.mts\` file and run it with \`npx tsx\`.`,
  );
}

function credentials({ dashboardUrl }: Addresses): string {
  return blocks(
    "## Credentials",
    [
      `- Every request carries the header ${code(`${API_KEY_HEADER}: <key>`)}. A key begins with ${code(API_KEY_PREFIX)}.`,
      `- **Agents cannot register themselves.** The account owner makes the key: in the dashboard (${dashboardUrl}), or, who hosts the service, with ${code("npm run admin -- key create --workspace <workspace> --name <what for>")}. Ask for one; do not look for it.`,
      "- A key is shown once, when it is made. It does not expire. 401 on a key that worked before means that it was revoked: ask for a new one.",
      "- Registration gives an account 50 free credits, without a payment card.",
      "- Keep the key out of addresses, logs and browsers.",
    ].join("\n"),
    "The first request:",
    fenced("sh", FIRST_REQUEST),
  );
}

function endpoints(): string {
  return blocks(
    "## Endpoints",
    table(
      ["Request", "Answers", "Cost", code("meta.endpoint")],
      DESCRIBED.map(({ endpoint, summary, cost }) => [
        code(`${endpoint.method} ${endpoint.path}`),
        summary,
        cost,
        code(endpoint.name),
      ]),
    ),
    "Parameters are in the query string; a list repeats its parameter (`round=seed&round=series-a`; `round[]=seed` is read as well) and any of its values matches. Different parameters must all match. A parameter that does not exist, an empty value, and one value too many are refused with 400, because a filter that is silently ignored would cost credits. Booleans are `true` or `false`.",
  );
}

function lists(): string {
  return blocks(
    "## Lists, page by page",
    "A list answers `{success: true, data: [...], pagination: {hasMore, nextCursor, total?}, meta: {endpoint, creditsUsed, creditsRemaining}}`.",
    [
      `- ${code("limit")} is ${LIMIT.min} to ${LIMIT.max}, ${LIMIT.default} when left out. For many records ask for ${LIMIT.max} at once.`,
      "- For the next page send the same filters with `cursor` set to `pagination.nextCursor`, until `hasMore` is false. A cursor is opaque and belongs to its endpoint, filters, order and workspace; `limit` may change between pages.",
      "- A page may be shorter than `limit` because the credits ran out within it. Then `hasMore` is true, `creditsRemaining` is 0, and the next request gets 402: the end of the data is `hasMore: false` and nothing else. The cursor of a shortened page stands on its last record and stays good.",
      `- ${code(TOTAL_PARAMETER)} (funding rounds and acquisitions) counts all matches in ${code("pagination.total")} for 0 credits; ${code(`limit=1&${TOTAL_PARAMETER}=true`)} asks for a count at the price of one record.`,
    ].join("\n"),
    "Pages with everything a robust client does:",
    fenced("ts", PAGING_LOOP),
  );
}

function companies(): string {
  return blocks(
    "## Following the company directory",
    "Companies come ascending by update unless `sort=prominence`. In that order `nextCursor` is always a string, also on the last page and on an empty one: read until `hasMore` is false, keep the cursor, and come back with it for what was created or updated since. A company that changed comes again: store it under its `id`. Repeating `since` instead of keeping the cursor pays for the same records again. Investors come in the same order, with `nextCursor` null at the end.",
    fenced("ts", COMPANY_SYNC),
  );
}

function timelines(): string {
  return blocks(
    "## Timelines",
    `One company, named by exactly one of ${SELECTORS.map(({ param }) => code(param)).join(", ")}, with its investors and its events, oldest first: \`{success, data: {company, investors, events: [{kind, date, funding | acquisition | execMove}]}, meta}\`. It costs one credit for the company and one for each returned event; \`include\` leaves kinds out. With too few credits the newest events that fit are returned, and the header ${code(EVENTS_AVAILABLE_HEADER)} says how many there are. 404 when no company matches, at no cost.`,
    fenced("sh", TIMELINE_REQUEST),
    `Up to ${BATCH.max} companies at once:`,
    fenced("sh", BATCH_REQUEST_IN_CURL),
    "The answer is a bare array, one item for each company in the order of the request: `{query, status, cost, timeline?}`.",
    table(
      ["status", "Means", "cost"],
      [
        [code("served"), "`timeline` is there and whole.", "1 + its events"],
        [code("not_found"), "No company matches.", 0],
        [
          code("skipped"),
          "The credits do not cover it, or ran out before it: ask for it again when there are more.",
          0,
        ],
      ],
    ),
    "The same company twice is served and charged twice. A wrong item refuses the whole batch with 400, before anything is served.",
    fenced("ts", BATCH_LOOP),
  );
}

function credits(): string {
  return blocks(
    "## Credits",
    [
      "- One credit for each returned record. Empty pages, totals, companies that are not found, replays and everything that fails cost nothing.",
      `- ${code("meta.creditsUsed")} and ${code("meta.creditsRemaining")} (headers ${code(CREDITS_USED_HEADER)} and ${code(CREDITS_REMAINING_HEADER)}) tell after every request. A batch of timelines has no ${code("meta")}: read its headers.`,
      `- With a balance of 0 every request is answered with 402, before anything is looked up. The code is ${code("PAYMENT_REQUIRED")}; accept ${code(INSUFFICIENT_CREDITS)} as the same. Do not retry: stop, keep the cursor, tell the account owner.`,
      "- Ask for what is needed: narrow filters, the `limit` that will be read, `enrichedOnly=true` when unresolved companies are of no use.",
    ].join("\n"),
  );
}

function errors(): string {
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
  return blocks(
    "## Errors",
    `\`{success: false, error: {code, message}, meta: {requestId}}\`. Decide by \`code\`; \`message\` is one sentence for people that names the parameter, its value and what is allowed. Every answer names its request in ${code(REQUEST_ID_HEADER)} as well: quote that in a report.`,
    table(["HTTP", "code", "Means", "What to do"], rows.toSpliced(insertAt, 0, twin)),
  );
}

function retries(): string {
  return blocks(
    "## Retries",
    "Only these are worth sending again, unchanged:",
    table(
      ["HTTP", "Wait before the retry"],
      [
        ...ERROR_CODES.flatMap((name) => {
          const { wait } = ERROR_DESCRIPTIONS[name];
          return wait === undefined ? [] : [[ERROR_STATUS[name], wait]];
        }),
        ["no answer (timeout, broken connection)", BACKOFF],
      ],
    ),
    `${code(RETRY_AFTER_HEADER)} is in seconds. Send an ${code(IDEMPOTENCY_KEY_HEADER)} with every request that you may have to repeat: a new random one for each request, the same one for all its attempts. ${REPLAY} A replay says ${code(`${IDEMPOTENT_REPLAYED_HEADER}: true`)}. While the first request is still running, the answer is 409. Errors are not kept: the same key may be used again after one.`,
  );
}

function rateLimits(): string {
  return blocks(
    "## Rate limits",
    "Per workspace and plan, over all its keys:",
    table(
      ["Plan", "Requests a minute", "At once after a rest"],
      Object.entries(RATE_LIMITS).map(([plan, { perMinute, burst }]) => [
        plan,
        perMinute.toLocaleString("en-US"),
        burst,
      ]),
    ),
    `Answers say where the workspace stands, in the syntax of draft-ietf-httpapi-ratelimit-headers-11: ${code(`${RATE_LIMIT_POLICY_HEADER}: "burst";q=${RATE_LIMITS.paid.burst};w=60`)} (at most ${code("q")} at once, window of ${code("w")} seconds) and ${code(`${RATE_LIMIT_HEADER}: "burst";r=${RATE_LIMITS.paid.burst - 1};t=1`)} (${code("r")} left now, all of them again in ${code("t")} seconds). The operator may set other numbers for a workspace. Over the limit: 429 with ${code(RETRY_AFTER_HEADER)}; who waits exactly that long is admitted.`,
  );
}

function data(): string {
  return blocks(
    "## Data",
    [
      "- Every field is present. What is not known is `null`, a list that is not known is `[]`. Ignore fields that you do not know.",
      "- Timestamps are ISO-8601 in UTC with milliseconds (`2026-11-03T00:00:00.000Z`). Dates in filters are days in UTC, both ends inclusive.",
      "- `round` is hyphenated (`series-a`) like the filter. Other hosts of this interface may write `series_a`: read both.",
      "- `amountUsd` is in dollars, `amountUsdCents` in cents; the original amount is in the minor unit of its currency. Undisclosed amounts are null and match no amount filter.",
      "- The company of a round that was not resolved has a `name`, its `id` and most else null. Do not join such companies by their names.",
      "- `id`s are UUIDs and do not change. Events announced earlier may be added later: `discoveredAt` says when the service learned of one.",
    ].join("\n"),
  );
}

function parameters({ siteUrl }: Addresses): string {
  const sections = reference().map(({ method, path, parameters, body }) => {
    const given = body ?? parameters;
    const where = body === undefined ? "" : "\n\nFields of the JSON body:";
    const rows = given.map((parameter) => [code(parameter.name), parameter.type, parameter.rule, allowed(parameter)]);
    return `### ${method} ${path}${where}\n\n${table(["Name", "Type", "Rule", "Allowed"], rows)}`;
  });
  return blocks(
    "## Parameters",
    `Lists that are too long for this page are in ${siteUrl}/openapi.json under ${code("components.schemas")}, by the name that is given.`,
    ...sections,
  );
}

function allowed({ allowed, default: standard }: ReferenceParameter): string {
  const values =
    allowed === undefined
      ? ""
      : allowed.values.length > 0
        ? allowed.values.map(code).join(" ")
        : `the ${allowed.count} values of ${code(allowed.schema)}`;
  return [values, standard === undefined ? "" : `default ${code(standard)}`].filter((part) => part !== "").join("; ");
}
