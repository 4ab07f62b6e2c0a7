/**
 * Who may do what: every page of the account, requested by an owner, a member, an owner of another workspace with the ids of
 * the first one, someone who is signed out and someone who was removed. What is expected follows from how the contract
 * describes the page; a page that the cases do not know does not compile.
 */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { type AccountEndpoint, parseAccountResponse } from "@dealflow/contract/account/endpoint";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CASES } from "../testing/access-cases";
import {
  type AccessFixture,
  createAccessFixture,
  type ResourceIds,
  readStoredData,
  unknownIds,
} from "../testing/access-fixture";
import { requestAccount, requestAccountFeed } from "../testing/account";
import { insertRound } from "../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../testing/service";

let service: TestService;
beforeAll(async () => {
  service = await testService();
  await insertRound(service.database.pool, "Company");
});
afterAll(() => service.stop());

interface AccessResponse {
  readonly status: number;
  readonly text: string;
}

/** A read and a refused write change nothing, so one workspace serves them all; each other write gets a new one. */
let unchanged: Promise<AccessFixture> | undefined;
function getFixture(name: keyof typeof CASES, isRefused: boolean): Promise<AccessFixture> {
  const endpoint: AccountEndpoint = ACCOUNT[name];
  if (endpoint.method !== "GET" && !isRefused) return createAccessFixture(service);
  unchanged ??= createAccessFixture(service);
  return unchanged;
}

/** People of two other workspaces, which remain alike where their requests change nothing. */
let outsiders: Promise<TestAccount[]> | undefined;
function getOutsiders(isRefused: boolean): Promise<TestAccount[]> {
  if (!isRefused) return createOutsiders();
  outsiders ??= createOutsiders();
  return outsiders;
}

function createOutsiders(): Promise<TestAccount[]> {
  return Promise.all([service.account(100), service.account(100)]);
}

let options = 0;

async function request(name: keyof typeof CASES, things: ResourceIds, cookie?: string): Promise<AccessResponse> {
  // Attempts are counted by address, so each of these comes from another one.
  const address = `2001:db8:${(++options).toString(16)}::1`;
  const endpoint: AccountEndpoint = ACCOUNT[name];
  const response = await requestAccount(service, endpoint, { ...CASES[name].request?.(things), cookie, address });
  const text = response.ok && endpoint.stream ? await readStart(response) : await response.text();
  return { status: response.status, text };
}

/** The first event of a stream, which would continue. */
async function readStart({ body }: Response): Promise<string> {
  let text = "";
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes("\n\n")) break;
  }
  return text;
}

/** Without what differs between any two responses. */
function alike({ status, text }: AccessResponse): AccessResponse {
  const masked = text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/df_live_\w{36}|"lastFour":"\w{4}"|whsec_[\w+/=]+/g, "<key>")
    .replaceAll(/#token=[\w-]{43}/g, "<token>")
    .replaceAll(/"(key|reference)":"[\w-]{40,}"/g, "<reference>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<instant>");
  return { status, text: masked };
}

function expectNoSecrets({ secrets }: AccessFixture, { text }: AccessResponse): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}

const names = Object.keys(CASES).filter((name): name is keyof typeof CASES => name in CASES);

it("covers every endpoint", () => {
  expect(names.sort()).toEqual(Object.keys(ACCOUNT).sort());
});

describe.each(names)("%s", (name) => {
  const { status, foreign = status } = CASES[name];
  const { open, owner, file, stream }: AccountEndpoint = ACCOUNT[name];
  const forMember = owner ? 403 : (CASES[name].member ?? status);

  it(`responds to an owner with ${status} by its schema, and to a member with ${forMember}`, async () => {
    const [one, other] = [await getFixture(name, status >= 400), await getFixture(name, forMember >= 400)];
    const response = await request(name, one.ofOwner, one.owner.cookie);
    expect(response).toMatchObject({ status });
    if (status < 300 && !file && !stream)
      expect(parseAccountResponse(ACCOUNT[name], JSON.parse(response.text || "null"))).toHaveProperty("value");
    const before = await readStoredData(service.database.pool, other.workspaceId);
    expect(await request(name, other.ofMember, other.member.cookie)).toMatchObject({ status: forMember });
    if (forMember === 403) expect(await readStoredData(service.database.pool, other.workspaceId)).toEqual(before);
  });

  it("reveals nothing to another workspace, nor to anyone who is signed out or was removed", async () => {
    const fixture = await getFixture(name, true);
    const before = await readStoredData(service.database.pool, fixture.workspaceId);
    const foreignIds = { ...fixture.ofOwner, token: unknownIds().token, request: unknownIds().request };
    for (const cookie of [undefined, fixture.removed.cookie]) {
      const result = await request(name, foreignIds, cookie);
      expect(result.status).toBe(open ? foreign : 401);
      expectNoSecrets(fixture, result);
    }
    const others = await getOutsiders(foreign >= 400 && !open);
    const responses = [
      await request(name, foreignIds, others[0]?.cookie),
      await request(name, unknownIds(), others[1]?.cookie),
    ];
    for (const result of responses) expect(result.status).toBe(foreign);
    const [named, unknown] = responses.map(alike);
    expect(named).toEqual(unknown);
    for (const result of responses) expectNoSecrets(fixture, withoutOwn(result, foreignIds));
    expect(await readStoredData(service.database.pool, fixture.workspaceId)).toEqual(before);
  });
});

/** A company that someone put on their own watchlist is theirs to read of. */
function withoutOwn({ status, text }: AccessResponse, { company }: ResourceIds): AccessResponse {
  return { status, text: status < 300 ? text.replaceAll(company, "") : text };
}

describe("the feed", () => {
  it("is served to members on their own account, and to no one else", async () => {
    const fixture = await createAccessFixture(service);
    const path = `${FEEDS.funding.path}?limit=1`;
    for (const [cookie, status] of [
      [fixture.owner.cookie, 200],
      [fixture.member.cookie, 200],
      [fixture.removed.cookie, 401],
      ["", 401],
    ] as const)
      expect((await requestAccountFeed(service, path, cookie)).status).toBe(status);
    const bought = await (await requestAccountFeed(service, path, fixture.owner.cookie)).json();
    expect(bought.meta.creditsRemaining).toBe(97);
  });
});
