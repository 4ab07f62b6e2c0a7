/** The statements of the interface about events that are pushed to a subscriber. */
import { createHmac } from "node:crypto";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseNetwork } from "@/lib/net/address";
import { addEvent } from "@/service/ingest/add-event";
import { company, DEAL, round, MOVE as SHARED_MOVE } from "@/service/ingest/testing-events";
import { createOutbound, type Outbound } from "@/service/net/outbound";
import { TEST_CA } from "@/service/net/testing/certificates";
import { type Received, type Receiver, startReceiver } from "@/service/net/testing/receiver";
import { readDeliveries, subscribe } from "@/service/webhooks/testing/subscriptions";
import { createWorker } from "@/service/webhooks/worker";
import { openMarket } from "./testing";

const market = openMarket();
/** No other event changes these companies. */
const MOVE = {
  ...SHARED_MOVE,
  record: { ...SHARED_MOVE.record, company: company("Tessellate"), fromCompany: company("Umberfield") },
};
let receiver: Receiver;
let outbound: Outbound;
let secret: string;
beforeAll(async () => {
  receiver = await startReceiver();
  const allowed = [parseNetwork("127.0.0.0/8") ?? expect.fail()];
  outbound = createOutbound({ allowed, ca: TEST_CA, responseBytes: 16_384, deadlineMs: 15_000 });
  const { pool } = market.service.database;
  const all = { "funding.created": "", "acquisition.created": "", "exec_move.created": "" };
  // Its plan includes deliveries, so amounts are filtered exactly.
  await pool.query("update workspaces set plan = 'paid' where id = $1", [market.account.workspaceId]);
  ({ secret } = await subscribe(pool, all, { url: receiver.url(), workspaceId: market.account.workspaceId }));
  for (const event of [round("Pushed"), DEAL, MOVE]) await addEvent(pool, JSON.stringify(event), new Date());
  const worker = createWorker({
    pool,
    outbound,
    log: pino({ level: "silent" }),
    payOnceDays: Number.POSITIVE_INFINITY,
  });
  await worker.runOnce();
  await worker.stop();
});
afterAll(async () => {
  outbound.close();
  await receiver.stop();
});

function received(event: string): Received {
  return receiver.received.find(({ headers }) => headers["x-service-event"] === event) ?? expect.fail(`no ${event}`);
}

describe.each([
  ["funding.created", "/v1/funding-events"],
  ["acquisition.created", "/v1/acquisitions"],
  ["exec_move.created", "/v1/exec-moves"],
])("%s", (event, path) => {
  it("is sent once", () => {
    expect(receiver.received.filter(({ headers }) => headers["x-service-event"] === event)).toHaveLength(1);
  });

  it("has the headers Content-Type, User-Agent, X-Service-Event, X-Service-Delivery and X-Service-Signature", () => {
    expect(received(event).headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Dealflow-Webhooks/1",
      "x-service-event": event,
      "x-service-delivery": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "x-service-signature": expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    });
  });

  it("has a body of id, event, createdAt and data, the record as REST returns it", async () => {
    const { headers, body } = received(event);
    const sent = JSON.parse(body);
    expect(sent).toEqual({
      id: headers["x-service-delivery"],
      event,
      createdAt: expect.stringMatching(/Z$/),
      data: expect.any(Object),
    });
    const { data } = (await market.get(`${path}?limit=100`)).body;
    expect(data.find(({ id }) => id === sent.data.id)).toEqual(sent.data);
  });

  it("is signed: HMAC-SHA256 of `<t>.<raw body>` with the secret, in hexadecimal", () => {
    const { headers, body } = received(event);
    const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(String(headers["x-service-signature"])) ?? [];
    expect(v1).toBe(createHmac("sha256", secret).update(`${t}.${body}`).digest("hex"));
  });
});

describe("a delivery", () => {
  it("carries of a round id, company, round, amountUsd, investors and announcedAt", () => {
    const { data } = JSON.parse(received("funding.created").body);
    expect(data).toMatchObject({
      id: expect.any(String),
      company: { name: "Pushed", domain: "pushed.example" },
      round: "seed",
      amountUsd: 2_000_000,
      investors: [],
      announcedAt: "2026-11-01T00:00:00.000Z",
    });
  });

  it.each([
    ["funding.created", "round=seed", "round=debt"],
    ["funding.created", "minAmountUsd=2000000", "minAmountUsd=2000001"],
    ["funding.created", "countries=DE", "countries=FR"],
    ["funding.created", "industryGroups=unknown", "industryGroups=Banking"],
    ["acquisition.created", "minAmountUsd=5000000", "minAmountUsd=5000001"],
    ["acquisition.created", "countries=FR", "countries=GB"],
    ["exec_move.created", "roleSeniority=c_level", "roleSeniority=founder"],
    ["exec_move.created", "moveType=appointment", "moveType=departure"],
    ["exec_move.created", "countries=DE", "countries=GB"],
  ] as const)("of %s is narrowed: %s matches, %s does not", async (event, matching, other) => {
    const { pool } = market.service.database;
    const { workspaceId } = market.account;
    const [one, none] = [
      await subscribe(pool, { [event]: matching }, { workspaceId }),
      await subscribe(pool, { [event]: other }, { workspaceId }),
    ];
    const made = { "funding.created": round("Narrow"), "acquisition.created": DEAL, "exec_move.created": MOVE }[event];
    await addEvent(pool, JSON.stringify({ ...made, key: `${event} ${matching}` }), new Date());
    const deliveries = await readDeliveries(pool);
    const of = (id: string) => deliveries.filter(({ subscriptionId }) => subscriptionId === id).length;
    expect([of(one.id), of(none.id)]).toEqual([1, 0]);
  });

  it("is retried up to six times after a response that is not 2xx, under the same id @long", async () => {
    const { pool } = market.service.database;
    const failing = await startReceiver();
    failing.respond = (response) => void response.writeHead(500).end();
    const { id } = await subscribe(
      pool,
      { "funding.created": "" },
      { url: failing.url(), workspaceId: market.account.workspaceId },
    );
    await addEvent(pool, JSON.stringify(round("Retried")), new Date());
    let clock = Date.now();
    const worker = createWorker({
      pool,
      outbound,
      log: pino({ level: "silent" }),
      payOnceDays: Number.POSITIVE_INFINITY,
      now: () => clock,
    });
    // They are sent after 5 s, 5 min, 30 min, 2 h, 10 h and 24 h, each up to a fifth later.
    for (const delayS of [5, 300, 1_800, 7_200, 36_000, 86_400, 86_400]) {
      await worker.runOnce();
      clock += 1.2 * delayS * 1_000 + 1;
    }
    await worker.runOnce();
    await worker.stop();
    await failing.stop();
    expect(failing.received).toHaveLength(7);
    expect(new Set(failing.received.map(({ headers }) => headers["x-service-delivery"])).size).toBe(1);
    const deliveries = await readDeliveries(pool);
    expect(deliveries.find(({ subscriptionId }) => subscriptionId === id)?.state).not.toBe("pending");
  });
});
