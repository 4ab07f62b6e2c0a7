/** Lost responses to purchases: what is charged, and what the next press does. */
import { request as httpRequest } from "node:http";
import { RECORDS_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CHARGED_HEADER } from "@/lib/api/dashboard";
import { insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, ownDashboard, startServer, type TestDashboard, type TestServer } from "../testing/dashboard";

const PATH = FEEDS.funding.path;
const RECORDS = RECORDS_PATH.replace(":id", "funding");
const CREDITS = 50;
const ROUNDS = 3;

let service: TestService;
let between: TestServer;
/** The number of responses to drop from now on, and the idempotency keys of the purchases that arrived. */
let dropped = 0;
let keys: unknown[] = [];

beforeAll(async () => {
  service = await testService();
  for (let index = 0; index < ROUNDS; index++) await insertRound(service.database.pool, `Company ${index}`);
  between = await startServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const isPurchase = url?.startsWith(RECORDS) === true;
    if (isPurchase) keys.push(headers["idempotency-key"]);
    const onward = httpRequest(`${service.url}${url}`, { method, headers }, (response) => {
      if (isPurchase && dropped > 0) {
        dropped -= 1;
        response.resume();
        response.once("end", () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
});
afterAll(async () => {
  await between.stop();
  await service.stop();
});

let account: TestAccount;
let dashboard: TestDashboard;
beforeEach(async () => {
  account = await service.account(CREDITS);
  dashboard = await ownDashboard(between.url, account, TEST_SECRET);
  dropped = 0;
  keys = [];
  return () => dashboard.stop();
});

async function balance(): Promise<number> {
  const { rows } = await service.database.pool.query("select balance from workspaces where id = $1", [
    account.workspaceId,
  ]);
  return rows[0].balance;
}

const buy = (key: string) =>
  dashboard.request(RECORDS, "buy", { method: "POST", body: "{}", headers: { "Idempotency-Key": key } });

describe("a purchase whose response is lost", () => {
  it("is retried once under its key, shown, and charged once", async () => {
    dropped = 1;
    const bought = await buy("first");
    expect(bought.status).toBe(200);
    expect((await bought.json()).data).toHaveLength(ROUNDS);
    expect(bought.headers.get("X-Credits-Used")).toBe(String(ROUNDS));
    expect(bought.headers.get("X-Credits-Remaining")).toBe(String(CREDITS - ROUNDS));
    expect(keys).toEqual(["first", "first"]);
    expect(await balance()).toBe(CREDITS - ROUNDS);
  });

  it("has an unknown outcome when the retry is lost too, and the next press shows it at no further cost", async () => {
    dropped = 2;
    const failed = await buy("first");
    expect(failed.status).toBe(502);
    expect(failed.headers.get(CHARGED_HEADER)).toBe("unknown");
    expect((await failed.json()).error.message).toBe(
      "The service did not answer. This may have been charged; check your balance.",
    );
    const again = await buy("first");
    expect([again.status, again.headers.get("X-Credits-Used")]).toEqual([200, String(ROUNDS)]);
    expect(keys).toEqual(["first", "first", "first"]);
    expect(await balance()).toBe(CREDITS - ROUNDS);
  });

  it("is not charged where the service cannot be reached, and says so", async () => {
    const stopped = await startServer(() => undefined);
    await stopped.stop();
    const closed = await ownDashboard(stopped.url, account, TEST_SECRET);
    const init = { method: "POST", body: "{}", headers: { "Idempotency-Key": "first" } };
    const failed = await closed.request(RECORDS, "buy", init);
    expect([failed.status, failed.headers.get(CHARGED_HEADER)]).toEqual([503, "no"]);
    expect((await failed.json()).error.message).toBe("The service could not be reached. Nothing was charged.");
    await closed.stop();
  });
});

it("keeps the key of a purchase at a foreign host until there is a response, and is not retried automatically", async () => {
  const given: unknown[] = [];
  const host = await startServer((incoming, outgoing) => {
    given.push(incoming.headers["idempotency-key"]);
    outgoing.destroy();
  });
  const foreign = await foreignDashboard(host.url, "planted_key_1234567890abcdef");
  expect((await foreign.request(PATH, "buy")).headers.get(CHARGED_HEADER)).toBe("unknown");
  expect((await foreign.request(PATH, "buy")).headers.get(CHARGED_HEADER)).toBe("unknown");
  expect(given).toEqual([expect.any(String), given[0]]);
  await foreign.stop();
  await host.stop();
});
