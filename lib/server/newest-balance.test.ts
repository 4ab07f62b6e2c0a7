/** Responses that arrive in another order than they were charged or sent: the newest balance stays. */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { FEEDS } from "@dealflow/contract/feeds";
import { BALANCE_SEQUENCE_HEADER, CREDITS_REMAINING_HEADER } from "@dealflow/contract/headers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { METER_ROUTE } from "@/lib/api/dashboard";
import { insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, ownDashboard, startServer, type TestDashboard, type TestServer } from "./testing";

const PATH = FEEDS.funding.path;
const SEED = `${PATH}?round=seed&limit=3`;
const SERIES_A = `${PATH}?round=series-a&limit=2`;

let service: TestService;
beforeAll(async () => {
  service = await testService();
  for (const round of ["seed", "series-a"] as const)
    for (let index = 0; index < 3; index++) await insertRound(service.database.pool, `Company ${index}`, { round });
});
afterAll(() => service.stop());

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.stop();
});

interface Behaviour {
  /** Whether the response is sent on only when `release` is called. */
  readonly isDelayed?: (url: string) => boolean;
  /** Whether the response is lost; called once for each. */
  readonly isLost?: (url: string) => boolean;
}

/** A dashboard whose service is behind a slow network. */
async function start({ isDelayed = () => false, isLost = () => false }: Behaviour) {
  const account = await service.account(100);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let delayed = 0;
  const between = await startServer((incoming, outgoing) => {
    const url = incoming.url ?? "";
    const onward = httpRequest(`${service.url}${url}`, { method: incoming.method, headers: incoming.headers });
    onward.once("response", async (response: IncomingMessage) => {
      if (isLost(url)) {
        response.resume().once("end", () => outgoing.destroy());
        return;
      }
      if (isDelayed(url)) {
        delayed += 1;
        await released;
      }
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  const dashboard = await ownDashboard(between.url, account, TEST_SECRET);
  running.push(between, dashboard);
  return { dashboard, account, release, delayed: () => delayed };
}

const balanceAndSequence = ({ headers }: Response) =>
  [CREDITS_REMAINING_HEADER, BALANCE_SEQUENCE_HEADER].map((name) => Number(headers.get(name)));

async function storedBalance({ workspaceId }: TestAccount): Promise<object> {
  const { rows } = await service.database.pool.query(
    "select balance, ledger_sequence as sequence from workspaces where id = $1",
    [workspaceId],
  );
  return rows[0];
}

describe("the balance that the dashboard's server knows", () => {
  const meter = async (dashboard: TestDashboard) => (await dashboard.send(METER_ROUTE)).json();

  it("does not go back when a purchase is answered after a later one", async () => {
    const { dashboard, account, release, delayed } = await start({ isDelayed: (url) => url.includes("round=seed") });
    const first = dashboard.request(SEED, "buy");
    // It has been charged, and its response is on the way.
    await expect.poll(delayed).toBe(1);
    expect(balanceAndSequence(await dashboard.request(SERIES_A, "buy"))).toEqual([95, 3]);
    release();
    expect(balanceAndSequence(await first)).toEqual([95, 3]);
    expect(dashboard.balanceState).toMatchObject(await storedBalance(account));
    expect(await meter(dashboard)).toMatchObject({ balance: 95, sequence: 3 });
  });

  it("does not go back when the session check was answered before a purchase and arrives after it", async () => {
    let slow = false;
    const { dashboard, release, delayed } = await start({ isDelayed: (url) => slow && url === ACCOUNT.workspace.path });
    expect(await meter(dashboard)).toMatchObject({ balance: 100, sequence: 1 });
    slow = true;
    const checked = meter(dashboard);
    await expect.poll(delayed).toBe(1);
    expect(balanceAndSequence(await dashboard.request(SEED, "buy"))).toEqual([97, 2]);
    release();
    expect(await checked).toMatchObject({ balance: 97, sequence: 2 });
  });

  it("does not go back when a response is replayed that was charged before another", async () => {
    // Of the same purchase the first attempt and the retry.
    const lost = ["round=seed", "round=seed"];
    const isLost = (url: string) => url.includes(lost[0] ?? "-") && lost.shift() !== undefined;
    const { dashboard, account } = await start({ isLost });
    expect((await dashboard.request(SEED, "buy")).status).toBe(502);
    expect(balanceAndSequence(await dashboard.request(SERIES_A, "buy"))).toEqual([95, 3]);
    const replayed = await dashboard.request(SEED, "buy");
    // The response is the original one, the balance beside it is the current one.
    expect((await replayed.clone().json()).meta.creditsRemaining).toBe(97);
    expect([replayed.status, ...balanceAndSequence(replayed)]).toEqual([200, 95, 3]);
    expect(dashboard.balanceState).toMatchObject(await storedBalance(account));
  });
});

it("of a foreign host is that of the request that was sent last", async () => {
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
