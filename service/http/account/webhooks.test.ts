import { ACCOUNT } from "@dealflow/contract/account/account";
import type { ListPage } from "@dealflow/contract/account/lists";
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail } from "@dealflow/contract/account/webhooks";
import { acquisition, execMove, fundingEvent } from "@dealflow/contract/records/schemas";
import { WEBHOOK_EVENT_NAMES } from "@dealflow/contract/webhook-events";
import pino from "pino";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseNetwork } from "@/lib/net/address";
import { updateWorkspace } from "@/service/accounts/workspaces";
import { grantCredits, readBalance } from "@/service/credits/ledger";
import { addEvent } from "@/service/ingest/add-event";
import { createOutbound, type Outbound } from "@/service/net/outbound";
import { TEST_CA } from "@/service/net/testing/certificates";
import { FORBIDDEN_TARGETS } from "@/service/net/testing/forbidden-targets";
import { type Receiver, startReceiver } from "@/service/net/testing/receiver";
import { newId } from "@/service/store/new-id";
import { createWorker, type Worker } from "@/service/webhooks/worker";
import { requestAccount } from "../testing/account";
import { expectResponse } from "../testing/expect-response";
import { insertCompany, insertRound } from "../testing/fixtures";
import { type TestService, testService } from "../testing/service";

let service: TestService;
/** Allows loopback, where the receiver is. */
let local: TestService;
let receiver: Receiver;
let outbound: Outbound;
let worker: Worker;
beforeAll(async () => {
  service = await testService();
  receiver = await startReceiver();
  const allowed = [parseNetwork("127.0.0.0/8") ?? expect.fail()];
  outbound = createOutbound({ allowed, ca: TEST_CA, responseBytes: 16_384, deadlineMs: 15_000 });
  local = await testService(service, { outbound });
  worker = createWorker({
    pool: service.database.pool,
    outbound,
    payOnceDays: Number.POSITIVE_INFINITY,
    log: pino({ level: "silent" }),
    pollMs: 20,
  });
  worker.start();
});
afterAll(async () => {
  await worker.stop();
  outbound.close();
  await receiver.stop();
  await local.stop();
  await service.stop();
});

const DRAFT = {
  url: "https://public.example/hooks",
  description: "Deals",
  events: [{ event: "funding.created", query: "countries=US&round=seed" }],
};

interface Created {
  readonly webhook: Webhook;
  readonly secret: string;
}

function create(cookie: string, body: unknown = DRAFT, at = service): Promise<Created> {
  return expectResponse<Created>(at, ACCOUNT.addWebhook, { cookie, body }, 201);
}

async function getProblem(cookie: string, body: unknown): Promise<string> {
  const response = await requestAccount(service, ACCOUNT.addWebhook, { cookie, body });
  expect(response.status).toBe(400);
  return (await response.json()).error.message;
}

describe("webhooks", () => {
  it("are created with a secret that is shown once, changed and deleted", async () => {
    const { cookie } = await service.account(1);
    const { webhook, secret } = await create(cookie);
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toEqual({
      ...DRAFT,
      id: expect.any(String),
      events: [{ event: "funding.created", query: "round=seed&countries=US" }],
      createdAt: expect.any(String),
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      overlapEndsAt: null,
      signed: true,
    });
    const listed = await expectResponse<{ webhooks: Webhook[] }>(service, ACCOUNT.webhooks, { cookie }, 200);
    expect(listed).toEqual({ mode: "metered", webhooks: [webhook] });
    const body = {
      ...DRAFT,
      url: "https://public.example:8443/x",
      events: [{ event: "exec_move.created", query: "" }],
    };
    const changed = await expectResponse<Webhook>(
      service,
      ACCOUNT.changeWebhook,
      { cookie, id: webhook.id, body },
      200,
    );
    expect(changed).toMatchObject({ ...body, id: webhook.id });
    await expectResponse(service, ACCOUNT.removeWebhook, { cookie, id: webhook.id }, 204);
    await expectResponse(service, ACCOUNT.removeWebhook, { cookie, id: webhook.id }, 404);
    expect(service.logged.join("")).not.toContain(secret);
  });

  it("are limited to 50 in a workspace", async () => {
    const { cookie } = await service.account(1);
    for (let count = 0; count < 50; count++) await create(cookie);
    await expectResponse(service, ACCOUNT.addWebhook, { cookie, body: DRAFT }, 409);
  });

  it("take the filters of their events alone, with the same values and messages as the API", async () => {
    const { cookie } = await service.account(1);
    const problem = (event: string, query: string) => getProblem(cookie, { ...DRAFT, events: [{ event, query }] });
    expect(await problem("funding.created", "round=seeed")).toMatch(/^round must be one of .*did you mean "seed"\?$/);
    expect(await problem("funding.created", "limit=5")).toMatch(
      /^"limit" is not a filter of funding.created; use one of since, until, round, .*enrichedOnly$/,
    );
    for (const [event, query] of [
      ["funding.created", "domain=quorvane.example"],
      ["funding.created", "companyId=0199"],
      ["funding.created", "minAmountUsd=-1"],
      ["acquisition.created", "round=seed"],
      ["exec_move.created", "minAmountUsd=5"],
      ["exec_move.created", "countries=XX"],
    ] as const)
      await problem(event, query);
    expect(await problem("company.created", "")).toMatch(/must be one of funding.created/);
    const twice = [...DRAFT.events, ...DRAFT.events];
    for (const events of [[], twice, "funding.created", [{ event: "funding.created" }]])
      await getProblem(cookie, { ...DRAFT, events });
    const older = { ...DRAFT, events: [{ event: "funding.created", query: "country=US&industryGroup=banking" }] };
    expect((await create(cookie, older)).webhook.events).toEqual([
      { event: "funding.created", query: "countries=US&industryGroups=Banking" },
    ]);
  });

  it("refuse every forbidden target when they are created, changed and tested", async () => {
    const { cookie } = await service.account(1);
    const { webhook } = await create(cookie);
    for (const url of FORBIDDEN_TARGETS) {
      const problem = await getProblem(cookie, { ...DRAFT, url });
      expect(problem, url).toMatch(/^[A-Z].*\.$/);
      await expectResponse(service, ACCOUNT.changeWebhook, { cookie, id: webhook.id, body: { ...DRAFT, url } }, 400);
      await service.database.pool.query("update webhook_subscriptions set url = $2 where id = $1", [webhook.id, url]);
      const test = { cookie, id: webhook.id, body: { event: "funding.created" } };
      await expectResponse(service, ACCOUNT.testWebhook, test, 400);
    }
    expect(
      (await service.database.pool.query("select from webhook_deliveries where subscription_id = $1", [webhook.id]))
        .rowCount,
    ).toBe(0);
  });

  it("rotate their secret with an overlap of 0 to 72 hours that can be ended", async () => {
    const { cookie } = await service.account(1);
    const { webhook, secret } = await create(cookie);
    const at = { cookie, id: webhook.id };
    for (const hours of [-1, 73, 1.5, "1", null])
      await expectResponse(service, ACCOUNT.rotateWebhookSecret, { ...at, body: { hours } }, 400);
    const rotated = await expectResponse<Created>(
      service,
      ACCOUNT.rotateWebhookSecret,
      { ...at, body: { hours: 72 } },
      201,
    );
    expect(rotated.secret).not.toBe(secret);
    const until = Date.parse(rotated.webhook.overlapEndsAt ?? "");
    expect(Math.abs(until - Date.now() - 72 * 3_600_000)).toBeLessThan(60_000);
    expect(await expectResponse(service, ACCOUNT.endWebhookOverlap, { ...at, body: {} }, 200)).toMatchObject({
      overlapEndsAt: null,
    });
  });

  it("estimate how many of the last 30 days' events match", async () => {
    const { pool } = service.database;
    const { cookie } = await service.account(1);
    const [recent, old] = [new Date(Date.now() - 86_400_000), new Date(Date.now() - 40 * 86_400_000)];
    const company = await insertCompany(pool);
    for (const announcedAt of [recent, recent, old]) await insertRound(pool, company, { announcedAt, round: "grant" });
    await insertRound(pool, "Unresolved", { announcedAt: recent, round: "grant" });
    const events = [
      { event: "funding.created", query: "round=grant&countries=DE" },
      { event: "acquisition.created", query: "" },
    ];
    expect(await expectResponse(service, ACCOUNT.estimateWebhook, { cookie, body: { events } }, 200)).toEqual({
      counts: [
        { event: "funding.created", count: 2 },
        { event: "acquisition.created", count: 0 },
      ],
    });
  });
});

/** The delivery once it was attempted. */
async function settled(cookie: string, id: string): Promise<WebhookDeliveryDetail> {
  let detail: WebhookDeliveryDetail | undefined;
  await expect
    .poll(async () => {
      detail = await expectResponse<WebhookDeliveryDetail>(local, ACCOUNT.webhookDelivery, { cookie, id }, 200);
      // The list is read after the delivery, and may have an attempt that the delivery does not count yet.
      return Math.min(detail.attempts, detail.attemptList.length);
    })
    .toBeGreaterThan(0);
  return detail ?? expect.fail();
}

const EVERYTHING = [{ event: "funding.created", query: "" }];

describe("the plan of a workspace", () => {
  it("turns webhooks off: none can be created, enabled or tested, and existing ones say so", async () => {
    const { cookie, workspaceId } = await service.account(1);
    const { webhook } = await create(cookie);
    const at = { cookie, id: webhook.id };
    await expectResponse(service, ACCOUNT.disableWebhook, { ...at, body: {} }, 200);
    await updateWorkspace(service.database.pool, workspaceId, { webhooks: "off" });
    for (const response of [
      await requestAccount(service, ACCOUNT.addWebhook, { cookie, body: DRAFT }),
      await requestAccount(service, ACCOUNT.enableWebhook, { ...at, body: {} }),
      await requestAccount(service, ACCOUNT.testWebhook, { ...at, body: { event: "funding.created" } }),
    ]) {
      expect(response.status).toBe(409);
      expect((await response.json()).error.message).toBe("Webhooks are turned off for this workspace.");
    }
    expect(await expectResponse(service, ACCOUNT.webhooks, { cookie }, 200)).toMatchObject({ mode: "off" });
    await updateWorkspace(service.database.pool, workspaceId, { webhooks: "plan" });
    await expectResponse(service, ACCOUNT.enableWebhook, { ...at, body: {} }, 200);
  });

  it("allows exact minimum amounts only where deliveries are included", async () => {
    const { cookie, workspaceId } = await service.account(1);
    const body = { ...DRAFT, events: [{ event: "funding.created", query: "minAmountUsd=7300000" }] };
    expect(await getProblem(cookie, body)).toBe(
      "Without a plan that includes webhooks, the minimum amount must be the start of an amount band; use 5,000,000 or 10,000,000.",
    );
    const { webhook } = await create(cookie, {
      ...DRAFT,
      events: [{ event: "funding.created", query: "minAmountUsd=5000000" }],
    });
    await expectResponse(service, ACCOUNT.changeWebhook, { cookie, id: webhook.id, body }, 400);
    await updateWorkspace(service.database.pool, workspaceId, { plan: "paid" });
    await expectResponse(service, ACCOUNT.changeWebhook, { cookie, id: webhook.id, body }, 200);
  });

  it("without credits shows nothing of a record whose receiver never answers, and pays for it before it is sent", async () => {
    const account = await local.account(0);
    const { cookie } = account;
    // Nothing listens there.
    await create(cookie, { ...DRAFT, url: "https://127.0.0.1:9/", events: EVERYTHING }, local);
    const company = { name: `Hidden ${newId()}`, domain: `${newId()}.example` };
    const record = { announcedAt: "2026-11-03", amountUsd: 7_654_321, company };
    const line = JSON.stringify({ kind: "funding", key: newId(), record });
    expect((await addEvent(local.database.pool, line, new Date())).outcome).toBe("added");
    const { rows } = await local.database.pool.query<{ id: string }>(
      "select id from funding_events where company_id = (select id from companies where name = $1)",
      [company.name],
    );
    const id = rows[0]?.id ?? expect.fail();
    const list = async (search = "") =>
      (await expectResponse<ListPage<WebhookDelivery>>(local, ACCOUNT.webhookDeliveries, { cookie, search }, 200))
        .items;
    const [waiting] = await list();
    expect(waiting).toMatchObject({ state: "waiting", attempts: 0, recordId: null, nextAttemptAt: null });
    const at = { cookie, id: waiting?.id ?? "" };
    expect(await expectResponse(local, ACCOUNT.webhookDelivery, at, 200)).toMatchObject({
      state: "waiting",
      recordId: null,
      requestBody: null,
    });
    expect(await list(`?search=${id}`)).toEqual([]);
    await grantCredits(local.database.pool, account.workspaceId, 3, new Date());
    const detail = await settled(cookie, at.id);
    expect(detail).toMatchObject({ state: "pending", recordId: id, attemptList: [{ error: "connect" }] });
    expect(detail.requestBody).toContain("7654321");
    expect(detail.requestBody).not.toContain('"test"');
    expect(await readBalance(local.database.pool, account.workspaceId)).toMatchObject({ balance: 2, used: 1 });
    expect(await list(`?search=${id}`)).toHaveLength(1);
  }, 20_000);
});

describe("deliveries", () => {
  it("of test events arrive signed, with a made-up record that the API's schema describes", async () => {
    const { cookie } = await local.account(1);
    const events = WEBHOOK_EVENT_NAMES.map((event) => ({ event, query: "" }));
    const { webhook, secret } = await create(cookie, { ...DRAFT, url: receiver.url(), events }, local);
    for (const [index, event] of WEBHOOK_EVENT_NAMES.entries()) {
      const at = { cookie, id: webhook.id, body: { event } };
      const delivery = await expectResponse<WebhookDelivery>(local, ACCOUNT.testWebhook, at, 201);
      expect(delivery).toMatchObject({ webhookId: webhook.id, event, test: true, state: "pending", attempts: 0 });
      const detail = await settled(cookie, delivery.id);
      expect(detail).toMatchObject({ state: "succeeded", attempts: 1, nextAttemptAt: null });
      expect(detail.attemptList).toMatchObject([{ number: 1, succeeded: true, error: null, status: 204 }]);
      const { headers, body } =
        receiver.received.find(({ headers }) => headers["webhook-id"] === delivery.id) ?? expect.fail();
      expect(body).toBe(detail.requestBody);
      expect(JSON.parse(body)).toMatchObject({ id: delivery.id, test: true });
      expect(headers["x-service-test"]).toBe("1");
      for (const [name, value] of Object.entries(detail.attemptList[0]?.requestHeaders ?? {}))
        expect(headers[name.toLowerCase()]).toBe(value);
      const verified = new StandardWebhook(secret).verify(body, detail.attemptList[0]?.requestHeaders ?? {});
      const schema = [fundingEvent, acquisition, execMove][index] ?? expect.fail();
      expect(schema.parse(Object(verified).data)).toMatchObject({ id: detail.recordId });
    }
  });

  it("that failed show their attempts, and are replayed one by one or together under their id", async () => {
    const { cookie } = await local.account(1);
    const { webhook } = await create(cookie, { ...DRAFT, url: receiver.url() }, local);
    receiver.respond = (response) => void response.writeHead(500).end("broken");
    const ids: string[] = [];
    const since = new Date(Date.now() - 1_000).toISOString();
    for (let count = 0; count < 3; count++) {
      const at = { cookie, id: webhook.id, body: { event: "funding.created" } };
      ids.push((await expectResponse<WebhookDelivery>(local, ACCOUNT.testWebhook, at, 201)).id);
    }
    const [first = "", ...others] = ids;
    const failed = await settled(cookie, first);
    expect(failed).toMatchObject({ state: "pending", nextAttemptAt: expect.any(String) });
    expect(failed.attemptList[0]).toMatchObject({ succeeded: false, status: 500, responseBody: "broken" });
    await expectResponse(local, ACCOUNT.disableWebhook, { cookie, id: webhook.id, body: {} }, 200);
    await expectResponse(local, ACCOUNT.replayWebhookDelivery, { cookie, id: first, body: {} }, 409);
    await expectResponse(local, ACCOUNT.enableWebhook, { cookie, id: webhook.id, body: {} }, 200);

    receiver.respond = (response) => void response.writeHead(204).end();
    await expectResponse(local, ACCOUNT.replayWebhookDelivery, { cookie, id: first, body: {} }, 200);
    await expect.poll(async () => (await settled(cookie, first)).state).toBe("succeeded");
    const replayed = await settled(cookie, first);
    expect(replayed.attemptList.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 204],
    ]);
    const bodies = receiver.received.filter(({ headers }) => headers["webhook-id"] === first).map(({ body }) => body);
    expect(new Set(bodies).size).toBe(1);

    const search = `?since=${since}`;
    const counted = { cookie, id: webhook.id, search };
    expect(await expectResponse(local, ACCOUNT.countWebhookReplays, counted, 200)).toEqual({ count: 2 });
    const later = { ...counted, search: `?since=${new Date(Date.now() + 60_000).toISOString()}` };
    expect(await expectResponse(local, ACCOUNT.countWebhookReplays, later, 200)).toEqual({ count: 0 });
    const all = { cookie, id: webhook.id, body: { since } };
    expect(await expectResponse(local, ACCOUNT.replayWebhookDeliveries, all, 200)).toEqual({ count: 2 });
    for (const id of others) await expect.poll(async () => (await settled(cookie, id)).state).toBe("succeeded");
  });

  it("are searched by webhook, event, state, record and time, page by page", async () => {
    const { cookie } = await local.account(1);
    const events = WEBHOOK_EVENT_NAMES.map((event) => ({ event, query: "" }));
    const [one, other] = [
      (await create(cookie, { ...DRAFT, url: receiver.url(), events }, local)).webhook,
      (await create(cookie, { ...DRAFT, url: receiver.url() }, local)).webhook,
    ];
    const sent: WebhookDelivery[] = [];
    for (const [id, event] of [
      [one.id, "funding.created"],
      [one.id, "exec_move.created"],
      [other.id, "funding.created"],
    ] as const)
      sent.push(await expectResponse(local, ACCOUNT.testWebhook, { cookie, id, body: { event } }, 201));
    for (const { id } of sent) await settled(cookie, id);
    const found = async (search: string) => {
      const page = await expectResponse<ListPage<WebhookDelivery>>(
        local,
        ACCOUNT.webhookDeliveries,
        { cookie, search },
        200,
      );
      return page.items.map(({ id }) => sent.findIndex((delivery) => delivery.id === id));
    };
    expect(await found("")).toEqual([2, 1, 0]);
    expect(await found(`?webhook=${one.id}`)).toEqual([1, 0]);
    expect(await found("?event=funding.created")).toEqual([2, 0]);
    expect(await found("?state=succeeded&event=exec_move.created")).toEqual([1]);
    expect(await found("?state=failed")).toEqual([]);
    expect(await found(`?search=${sent[1]?.recordId}`)).toEqual([1]);
    expect(await found(`?search=${sent[2]?.id}`)).toEqual([2]);
    expect(await found("?since=2026-01-01")).toEqual([2, 1, 0]);
    expect(await found("?until=2026-01-01")).toEqual([]);
    expect(await found("?since=2026-01-01&until=2999-01-01")).toEqual([2, 1, 0]);
    const first = await expectResponse<ListPage<WebhookDelivery>>(
      local,
      ACCOUNT.webhookDeliveries,
      { cookie, search: "?limit=2" },
      200,
    );
    expect(await found(`?limit=2&cursor=${first.nextCursor}`)).toEqual([0]);
    for (const search of [
      "?webhook=x",
      "?event=x",
      "?state=x",
      "?search=x",
      "?since=x",
      "?until=x",
      "?since=2026-02-01&until=2026-01-01",
      "?cursor=x",
      "?foo=1",
      "?stat=failed",
    ])
      await expectResponse(local, ACCOUNT.webhookDeliveries, { cookie, search }, 400);

    const { hours } = await expectResponse<{ hours: { at: string; attempts: number; failures: number }[] }>(
      local,
      ACCOUNT.webhookActivity,
      { cookie, search: "?hours=3" },
      200,
    );
    expect(hours).toHaveLength(3);
    expect(hours.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(3);
    expect(hours.reduce((sum, { failures }) => sum + failures, 0)).toBe(0);
    for (const search of ["?hours=0", "?hours=169", "?hours=x"])
      await expectResponse(local, ACCOUNT.webhookActivity, { cookie, search }, 400);
  });
});
