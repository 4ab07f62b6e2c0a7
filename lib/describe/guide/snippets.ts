/**
 * The guide's code is curl and plain TypeScript. Each snippet is complete, with `API_URL` and `DEALFLOW_API_KEY` from
 * the environment.
 */
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { ERROR_STATUS } from "@dealflow/contract/errors";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { DEMO_DOMAINS } from "../examples/example-values";
import { ERROR_CODES, ERROR_DESCRIPTIONS } from "../statuses";

const RETRIED = ERROR_CODES.filter((code) => ERROR_DESCRIPTIONS[code].wait !== undefined).map(
  (code) => ERROR_STATUS[code],
);
const OUT_OF_CREDITS = ERROR_STATUS.PAYMENT_REQUIRED;
const KEY = `-H "${API_KEY_HEADER}: $DEALFLOW_API_KEY"`;

export const FIRST_REQUEST = `
curl -sS "$API_URL${ENDPOINTS.funding.path}?round=seed&countries=DE&countries=FR&limit=5" ${KEY}`;

export const TIMELINE_REQUEST = `
curl -sS --get "$API_URL${ENDPOINTS.timeline.path}" ${KEY} \\
  --data-urlencode "domain=${DEMO_DOMAINS[0]}" --data-urlencode "include=funding,acquisitions"`;

export const BATCH_REQUEST_IN_CURL = `
curl -sS "$API_URL${ENDPOINTS.timelines.path}" ${KEY} -H "${IDEMPOTENCY_KEY_HEADER}: watchlist-2026-11-21" \\
  -H "Content-Type: application/json" \\
  -d '{"companies": [{"domain": "${DEMO_DOMAINS[0]}"}, {"name": "No Such Company"}], "include": ["funding"]}'`;

/** This loop pages with everything that a robust client needs. */
export const PAGING_LOOP = `
import { randomUUID } from "node:crypto";

const { API_URL, DEALFLOW_API_KEY = "" } = process.env;
const ATTEMPTS = 4;
const MAX_RECORDS = 200; // each costs one credit

/** Sends one request until there is a usable response. All attempts carry one key, so it is charged once at most. */
async function send(path: string): Promise<Response> {
  const headers = { "${API_KEY_HEADER}": DEALFLOW_API_KEY, "${IDEMPOTENCY_KEY_HEADER}": randomUUID() };
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(\`\${API_URL}\${path}\`, { headers, signal: AbortSignal.timeout(30_000) }).catch(() => undefined);
    if (answer !== undefined && ![${RETRIED.join(", ")}].includes(answer.status)) return answer;
    if (attempt === ATTEMPTS) throw new Error(\`no response to \${path}, last status \${answer?.status ?? "none"}\`);
    const seconds = Number(answer?.headers.get("${RETRY_AFTER_HEADER}") ?? 2 ** (attempt - 1));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

type Round = { id: string; announcedAt: string; amountUsd: number | null; company: { name: string | null } };
type Page = { success: true; data: Round[]; pagination: { hasMore: boolean; nextCursor: string | null } };
type Failure = { success: false; error: { code: string; message: string } };

const query = new URLSearchParams([["round", "seed"], ["countries", "DE"], ["countries", "FR"]]);
let received = 0;
for (let more = true; more && received < MAX_RECORDS; ) {
  query.set("limit", String(Math.min(100, MAX_RECORDS - received)));
  const answer = await send(\`${ENDPOINTS.funding.path}?\${query}\`);
  if (answer.status === ${OUT_OF_CREDITS}) {
    console.error("out of credits; go on from here when there are some:", query.toString());
    break;
  }
  const page = (await answer.json()) as Page | Failure;
  if (!page.success) throw new Error(\`\${page.error.code}: \${page.error.message}\`);
  for (const { announcedAt, company, amountUsd } of page.data) console.log(announcedAt, company.name, amountUsd);
  received += page.data.length;
  more = page.pagination.hasMore;
  if (page.pagination.nextCursor !== null) query.set("cursor", page.pagination.nextCursor);
}`;

export const COMPANY_SYNC = `
import { readFile, writeFile } from "node:fs/promises";

const { API_URL, DEALFLOW_API_KEY = "" } = process.env;
const STATE = "companies.query";
const MAX_RECORDS = 200; // in each run, one credit each; the next run continues

type Company = { id: string; name: string; updatedAt: string };
type Page = { data: Company[]; pagination: { hasMore: boolean; nextCursor: string } };

// The whole query is stored, because a cursor belongs to the filters with which it was made.
const query = new URLSearchParams(await readFile(STATE, "utf8").catch(() => "since=2026-01-01"));
let received = 0;
for (let more = true; more && received < MAX_RECORDS; ) {
  query.set("limit", String(Math.min(100, MAX_RECORDS - received)));
  const answer = await fetch(\`\${API_URL}${ENDPOINTS.companies.path}?\${query}\`, { headers: { "${API_KEY_HEADER}": DEALFLOW_API_KEY } });
  if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
  const { data, pagination } = (await answer.json()) as Page;
  for (const company of data) console.log(company.id, company.name, company.updatedAt); // store it under its id
  query.set("cursor", pagination.nextCursor);
  await writeFile(STATE, query.toString());
  received += data.length;
  more = pagination.hasMore;
}`;

export const BATCH_LOOP = `
import { randomUUID } from "node:crypto";

const { API_URL, DEALFLOW_API_KEY = "" } = process.env;
const domains = ${JSON.stringify(DEMO_DOMAINS, null, 1).replaceAll("\n", "")};
const MAX_CREDITS = 100; // checked before each batch of 25, which may exceed it by its own cost

type Item = {
  query: { domain: string };
  status: "served" | "skipped" | "not_found";
  cost: number;
  timeline?: { company: { name: string }; events: { kind: string; date: string }[] };
};

let spent = 0;
for (let from = 0; from < domains.length && spent < MAX_CREDITS; from += 25) {
  const answer = await fetch(\`\${API_URL}${ENDPOINTS.timelines.path}\`, {
    method: "POST",
    headers: { "${API_KEY_HEADER}": DEALFLOW_API_KEY, "${IDEMPOTENCY_KEY_HEADER}": randomUUID(), "Content-Type": "application/json" },
    body: JSON.stringify({ companies: domains.slice(from, from + 25).map((domain) => ({ domain })), include: ["funding"] }),
  });
  if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
  for (const { query, status, cost, timeline } of (await answer.json()) as Item[]) {
    spent += cost;
    console.log(query.domain, status, cost, timeline?.events.at(-1)?.date ?? "no event"); // request the skipped ones again later
  }
}`;
