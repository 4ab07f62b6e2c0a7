/** Addresses that nobody has confirmed, on a service that people reach from elsewhere. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { type Identity, INITIAL_CREDITS, type Invited, type Registered } from "@dealflow/contract/account/people";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createResetEmail } from "@/service/accounts/people/password-reset";
import { toCookieHeader } from "@/service/accounts/people/testing";
import { insertConnection } from "@/service/accounts/testing/connections";
import { newId } from "@/service/store/new-id";
import { subscribe } from "@/service/webhooks/testing/subscriptions";
import { requestAccount } from "../testing/account";
import { expectErrorMessage, expectResponse } from "../testing/expect-response";
import { type TestService, testService } from "../testing/service";

let service: TestService;
beforeAll(async () => {
  service = await testService(undefined, {}, { local: false });
});
afterAll(() => service.stop());

const [PASSWORD, NEW_PASSWORD] = ["violet harbour 19", "amber lighthouse 20"];
const UNCONFIRMED = "Confirm your email address first. The link is in the email we sent you.";
let addresses = 0;

const request = (endpoint: AccountEndpoint, body: unknown, cookie?: string) =>
  requestAccount(service, endpoint, { body, cookie, address: `198.51.100.${++addresses}` });

interface Message {
  readonly to: string;
  readonly subject: string;
  readonly link: string;
}

/** The next message to this address: without a mail server it is logged. */
async function nextMessage(to: string, cause: () => Promise<unknown>): Promise<Message> {
  const messages = (): Message[] =>
    service.logged.map((line) => JSON.parse(line)).filter((line) => line.to === to && line.link !== undefined);
  const before = messages().length;
  await cause();
  await expect.poll(() => messages().length).toBe(before + 1);
  return messages().at(-1) ?? expect.fail();
}

/** Each request comes from another address, because attempts are limited, which is another test. */
async function confirm(
  cookie: string | undefined,
  link: string,
): Promise<[number, Identity & { error?: { message: string } }]> {
  const response = await request(ACCOUNT.confirmAddress, { token: tokenIn(link) }, cookie);
  return [response.status, await response.json()];
}

const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";

async function register(email: string, password = PASSWORD): Promise<Message> {
  return nextMessage(email, () => request(ACCOUNT.register, { email, password, name: "Vera" }));
}

async function signIn(email: string, password = PASSWORD): Promise<{ cookie: string; identity: Identity }> {
  const response = await request(ACCOUNT.signIn, { email, password });
  expect(response.status).toBe(200);
  return { cookie: toCookieHeader(response.headers.getSetCookie()[0] ?? ""), identity: await response.json() };
}

const getBalance = async (cookie: string) =>
  (await expectResponse<{ balance: number }>(service, ACCOUNT.workspace, { cookie })).balance;

const address = () => `vera+${newId()}@corp.example`;

describe("a registration", () => {
  it("is answered alike for a new address and for one that has an account; only its owner learns which", async () => {
    const email = address();
    const answers = [];
    const messages = [];
    for (const _ of [1, 2]) {
      let response = new Response();
      messages.push(
        await nextMessage(email, async () => {
          response = await request(ACCOUNT.register, { email, password: PASSWORD, name: "Vera" });
        }),
      );
      const headers = [...response.headers.keys()].sort();
      answers.push([response.status, await response.json(), headers]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[1]).toEqual({ identity: null, mail: false } satisfies Registered);
    expect(messages.map(({ subject }) => subject)).toEqual([
      "Confirm your email address for Dealflow",
      "You already have a Dealflow account",
    ]);
    expect(messages[1]?.link).toBe("http://127.0.0.1");
  });
});

describe("an address", () => {
  it("gets its 50 credits when it is confirmed by the person who registered it, once", async () => {
    const email = address();
    const { link } = await register(email);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1\/confirm#token=[\w-]{43}$/);
    const { cookie, identity } = await signIn(email);
    expect(identity.person.confirmed).toBe(false);
    expect(await getBalance(cookie)).toBe(0);
    expect((await confirm(undefined, link))[0]).toBe(401);
    const strangerEmail = address();
    await register(strangerEmail);
    const stranger = await signIn(strangerEmail);
    expect((await confirm(stranger.cookie, link))[0]).toBe(403);
    expect((await confirm(cookie, `${link}x`))[0]).toBe(400);
    expect(await getBalance(cookie)).toBe(0);
    const { rows } = await service.database.pool.query("select identifier from user_verifications");
    expect(JSON.stringify(rows)).not.toContain(tokenIn(link));
    // Only one of two concurrent uses grants the credits; a second use changes nothing.
    for (const [status, { person }] of await Promise.all([confirm(cookie, link), confirm(cookie, link)]))
      expect([status, person.confirmed]).toEqual([200, true]);
    expect((await confirm(cookie, link))[0]).toBe(200);
    expect([await getBalance(cookie), await getBalance(stranger.cookie)]).toEqual([INITIAL_CREDITS, 0]);
  });

  it("is confirmed by a link for a day, and a new one can be sent until then, not too often", async () => {
    const email = address();
    const { link } = await register(email);
    const { cookie } = await signIn(email);
    const { pool } = service.database;
    const shift = `update user_verifications set expires_at = expires_at - interval '1 day'
      where value = (select id::text from users where email = $1) returning expires_at = created_at as day`;
    expect((await pool.query(shift, [email])).rows).toEqual([{ day: true }]);
    const [status, { error }] = await confirm(cookie, link);
    expect([status, error?.message]).toEqual([400, "This link is no longer valid. Request a new one."]);
    const again = await nextMessage(email, () =>
      expectResponse(service, ACCOUNT.sendConfirmation, { cookie, address: "198.51.99.1" }),
    );
    const statuses = [];
    for (let tries = 0; tries < 6; tries++)
      statuses.push(
        (await requestAccount(service, ACCOUNT.sendConfirmation, { cookie, address: "198.51.99.1" })).status,
      );
    expect(statuses.at(-1)).toBe(429);
    expect((await confirm(cookie, again.link))[0]).toBe(200);
    expect(await getBalance(cookie)).toBe(INITIAL_CREDITS);
    await expectErrorMessage(service, ACCOUNT.sendConfirmation, { cookie, address: "198.51.99.2" }, 409);
  });

  it("sends and accepts no invitations before it is confirmed; a mailed invitation confirms it, a copied link does not", async () => {
    const host = await service.account(0);
    const email = address();
    await register(email);
    const { cookie, identity } = await signIn(email);
    const invitation = { email: address(), role: "member" };
    expect(await expectErrorMessage(service, ACCOUNT.invite, { cookie, body: invitation }, 403)).toBe(UNCONFIRMED);
    let invited: Invited | undefined;
    const mailed = await nextMessage(email, async () => {
      const body = { email, role: "member" };
      invited = await expectResponse<Invited>(service, ACCOUNT.invite, { cookie: host.cookie, body }, 201);
    });
    const copied = { token: tokenIn(invited?.link ?? "") };
    expect(copied.token).not.toBe(tokenIn(mailed.link));
    expect(await expectErrorMessage(service, ACCOUNT.acceptInvitation, { cookie, body: copied }, 403)).toBe(
      UNCONFIRMED,
    );
    const body = { token: tokenIn(mailed.link) };
    const { person } = await expectResponse<Identity>(service, ACCOUNT.acceptInvitation, { cookie, body });
    expect(person.confirmed).toBe(true);
    const { rows } = await service.database.pool.query("select balance from workspaces where id = $1", [
      identity.workspace.id,
    ]);
    expect(rows).toEqual([{ balance: INITIAL_CREDITS }]);
    expect(await expectErrorMessage(service, ACCOUNT.readInvitation, { body: copied }, 409)).toMatch(
      "already accepted",
    );
  });

  it("that is confirmed accepts a copied link", async () => {
    const host = await service.account(0);
    const email = address();
    const { link } = await register(email);
    const { cookie } = await signIn(email);
    expect((await confirm(cookie, link))[0]).toBe(200);
    const body = { email, role: "member" };
    const invited = await expectResponse<Invited>(service, ACCOUNT.invite, { cookie: host.cookie, body }, 201);
    const again = await expectResponse<Invited>(service, ACCOUNT.invite, { cookie: host.cookie, body }, 201);
    const accept = { cookie, body: { token: tokenIn(invited.link) } };
    // Sent again, it has new links.
    expect(await expectErrorMessage(service, ACCOUNT.acceptInvitation, accept, 409)).toMatch("withdrawn");
    const { workspace } = await expectResponse<Identity>(service, ACCOUNT.acceptInvitation, {
      cookie,
      body: { token: tokenIn(again.link) },
    });
    expect(workspace.id).toBe(host.workspaceId);
  });
});

describe("a new password by mail", () => {
  it("revokes what was made with an address that was never confirmed: someone else may have registered it", async () => {
    const email = address();
    await register(email);
    const mallory = await signIn(email);
    const { id: workspaceId } = mallory.identity.workspace;
    const { text: key } = await expectResponse<{ text: string }>(
      service,
      ACCOUNT.addKey,
      { cookie: mallory.cookie, body: { name: "spare" } },
      201,
    );
    const { pool } = service.database;
    const webhook = await subscribe(pool, { "funding.created": "" }, { workspaceId });
    const connected = { personId: mallory.identity.person.id, workspaceId };
    const connection = await insertConnection(pool, connected, "http://127.0.0.1/mcp");
    const read = () => fetch(`${service.url}${FEEDS.funding.path}`, { headers: { [API_KEY_HEADER]: key } });
    expect((await read()).status).not.toBe(401);

    const { link } = await nextMessage(email, () => request(ACCOUNT.forgot, { email }));
    const response = await request(ACCOUNT.reset, { token: tokenIn(link), password: NEW_PASSWORD });
    expect([response.status, await response.json()]).toEqual([200, { accessRevoked: true }]);
    const me = () => requestAccount(service, ACCOUNT.me, { cookie: mallory.cookie });
    for (const status of [async () => (await read()).status, async () => (await me()).status])
      expect(await service.later(1_000, status)).toBe(401);
    const { rows } = await pool.query(
      `select (select disabled_reason from webhook_subscriptions where id = $1) as webhook,
         (select revoked_at is not null from mcp_connections where id = $2) as connection`,
      [webhook.id, connection.id],
    );
    expect(rows).toEqual([{ webhook: "manual", connection: true }]);
    const owner = await signIn(email, NEW_PASSWORD);
    expect(owner.identity).toMatchObject({ person: { confirmed: true }, workspace: { id: workspaceId } });
    // The Dashboard key still works, so the credits can be spent.
    expect(await getBalance(owner.cookie)).toBe(INITIAL_CREDITS);
    const keys = await pool.query("select from api_keys where workspace_id = $1 and revoked_at is null", [workspaceId]);
    expect(keys.rowCount).toBe(1);
  });

  it("says so in its email, and revokes nothing of a confirmed address", async () => {
    const email = address();
    const confirmation = await register(email);
    const { cookie } = await signIn(email);
    const resetText = async () =>
      (await createResetEmail(service.database.pool, { email, dashboardUrl: service.url }, new Date()))?.after ?? "";
    const warning = "a new password also revokes the API keys, webhooks and MCP connections";
    expect(await resetText()).toContain(warning);
    expect((await confirm(cookie, confirmation.link))[0]).toBe(200);
    expect(await resetText()).not.toContain(warning);
    const { text: key } = await expectResponse<{ text: string }>(
      service,
      ACCOUNT.addKey,
      { cookie, body: { name: "own" } },
      201,
    );
    const { link } = await nextMessage(email, () => request(ACCOUNT.forgot, { email }));
    const response = await request(ACCOUNT.reset, { token: tokenIn(link), password: NEW_PASSWORD });
    expect(await response.json()).toEqual({ accessRevoked: false });
    const headers = { [API_KEY_HEADER]: key };
    expect((await fetch(`${service.url}${FEEDS.funding.path}`, { headers })).status).toBe(200);
  });
});
