/** Responses of another host that arrive in another order than they were sent: the newest balance stays. */
import type { ServerResponse } from "node:http";
import { FEEDS } from "@dealflow/contract/feeds";
import { BALANCE_SEQUENCE_HEADER, CREDITS_REMAINING_HEADER } from "@dealflow/contract/headers";
import { afterEach, expect, it } from "vitest";
import { foreignDashboard, startServer, type TestServer } from "../testing/dashboard";

const PATH = FEEDS.funding.path;
const SEED = `${PATH}?round=seed&limit=3`;
const SERIES_A = `${PATH}?round=series-a&limit=2`;

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.stop();
});

const balanceAndSequence = ({ headers }: Response) =>
  [CREDITS_REMAINING_HEADER, BALANCE_SEQUENCE_HEADER].map((name) => Number(headers.get(name)));

it("the balance is that of the request that was sent last", async () => {
  let answerFirst: ((balance: number) => void) | undefined;
  const respond = (response: ServerResponse, creditsRemaining: number) => {
    const meta = { endpoint: FEEDS.funding.endpoint, creditsUsed: 1, creditsRemaining };
    const pagination = { hasMore: false, nextCursor: null };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ success: true, data: [{ id: "a" }], pagination, meta }));
  };
  const host = await startServer((request, response) => {
    if (request.url?.includes("round=seed")) answerFirst = (balance) => respond(response, balance);
    else respond(response, 480);
  });
  const dashboard = await foreignDashboard(host.url, "planted_key_1234567890abcdef");
  running.push(host, dashboard);
  const sentFrom = Date.now();
  const first = dashboard.request(SEED, "buy");
  // The next one is sent later, by a clock of milliseconds.
  await expect.poll(() => answerFirst !== undefined && Date.now() > sentFrom).toBe(true);
  const sentNext = Date.now();
  const [balance, sequence] = balanceAndSequence(await dashboard.request(SERIES_A, "buy"));
  expect(balance).toBe(480);
  expect(sequence).toBeGreaterThanOrEqual(sentNext);
  answerFirst?.(500);
  expect(balanceAndSequence(await first)).toEqual([480, sequence]);
  expect(dashboard.balanceState).toMatchObject({ balance: 480, sequence, highest: 480 });
});
