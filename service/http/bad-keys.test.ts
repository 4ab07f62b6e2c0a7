/** 403 for an address from which unusable keys come (decisions, 403). Every test has its own addresses. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseNetwork } from "@/lib/net/address";
import { generateApiKey } from "@/service/accounts/api-key";
import { revokeKey } from "@/service/accounts/keys";
import { type ApiResponse, readBalance } from "./testing/api-client";
import { createExample, insertOfEach } from "./testing/each-endpoint";
import { type TestService, testService } from "./testing/service";
import { watched } from "./testing/watched-pools";

const LOCAL = parseNetwork("127.0.0.1");
const TRUSTING = { trustedProxies: LOCAL === undefined ? [] : [LOCAL] };

/** Behind a proxy that is trusted, so that a test can set where a request comes from; the second is another process. */
let service: TestService;
let other: TestService;
/** Believes no one. */
let untrusting: TestService;
let key: string;

beforeAll(async () => {
  service = await testService(undefined, TRUSTING);
  other = await testService(service, TRUSTING);
  untrusting = await testService(service);
  ({ key } = await service.account(1_000_000));
  await insertOfEach(service.database.pool);
});
afterAll(async () => {
  for (const one of [untrusting, other, service]) await one.stop();
});

const example = createExample("funding", () => ({ service, key }));

function from(address: string, as: string | null, at: TestService = service): Promise<ApiResponse<unknown>> {
  return example({ as, at, headers: { "X-Forwarded-For": address } });
}

async function statuses(count: number, sendRequest: () => Promise<ApiResponse<unknown>>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index++) all.push((await sendRequest()).status);
  return all;
}

describe("403", () => {
  it("blocks the twenty-first unusable key from an address, for any reason of being unusable", async () => {
    const { keyId, key: revoked, workspaceId } = await service.account(5);
    await revokeKey(service.database.pool, workspaceId, keyId, new Date());
    const unusable = ["df_live_short", `df_live_${"a".repeat(36)}`, generateApiKey(), revoked];
    for (let index = 0; index < 20; index++)
      expect((await from("198.51.100.1", unusable[index % 4] ?? "")).status).toBe(401);
    for (const as of unusable) {
      const { status, body, headers } = await from("198.51.100.1", as);
      expect([status, body.error.code]).toEqual([403, "FORBIDDEN"]);
      const seconds = Number(headers.get("Retry-After"));
      expect(seconds).toBeGreaterThan(14 * 60);
      expect(seconds).toBeLessThanOrEqual(15 * 60);
      expect(body.error.message).toBe(
        `20 unusable keys came from 198.51.100.1 within 10 minutes; only valid keys are accepted from there for another ${seconds} s`,
      );
    }
  });

  it("does not affect valid keys from there, nor unusable ones from elsewhere", async () => {
    expect(await statuses(21, () => from("198.51.100.2", "df_live_x"))).toEqual([...Array(20).fill(401), 403]);
    const { key: valid, workspaceId } = await service.account(5);
    expect((await from("198.51.100.2", valid)).status).toBe(200);
    expect(await readBalance(service, workspaceId)).toBe(4);
    expect((await from("198.51.100.3", "df_live_x")).status).toBe(401);
    expect((await from("198.51.100.2", "df_live_x")).status).toBe(403);
  });

  it("ignores requests without a key, which are no attempt", async () => {
    expect(await statuses(25, () => from("198.51.100.4", null))).toEqual(Array(25).fill(401));
    expect((await from("198.51.100.4", "df_live_x")).status).toBe(401);
  });

  it("counts over two processes", async () => {
    for (let index = 0; index < 10; index++)
      for (const at of [service, other]) expect((await from("198.51.100.5", "df_live_x", at)).status).toBe(401);
    for (const at of [service, other]) expect((await from("198.51.100.5", "df_live_x", at)).status).toBe(403);
  });

  it("counts concurrent requests, and one subscriber's IPv6 addresses as one", async () => {
    const sendRequest = (_: unknown, index: number) => from(`2001:db8:1:2::${index + 1}`, "df_live_x");
    const all = await Promise.all(Array.from({ length: 30 }, sendRequest));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(20).fill(401), ...Array(10).fill(403)]);
    expect((await from("2001:db8:1:3::1", "df_live_x")).status).toBe(401);
  });

  it("ignores X-Forwarded-For of a client that is not a trusted proxy", async () => {
    let last = 0;
    const sendRequest = () => from(`203.0.113.${++last}`, "df_live_x", untrusting);
    expect(await statuses(21, sendRequest)).toEqual([...Array(20).fill(401), 403]);
    // No one came from those addresses, and behind the proxy nothing has changed.
    expect((await from("203.0.113.1", "df_live_x")).status).toBe(401);
  });
});

describe("a malformed key", () => {
  it("is rejected without a look-up, and without any statement once its address is blocked", async () => {
    const { database, statements } = watched(service.database);
    const watchful = await testService({ ...service, database }, TRUSTING);
    try {
      for (const as of ["df_live_short", `df_live_${"a".repeat(36)}`, "x".repeat(10_000)]) {
        expect((await from("198.51.100.6", as, watchful)).status).toBe(401);
        // The only one counts it.
        expect(statements()).toEqual([expect.stringMatching(/^insert into bad_keys /)]);
      }
      expect(await statuses(18, () => from("198.51.100.6", "df_live_x", watchful))).toEqual([
        ...Array(17).fill(401),
        403,
      ]);
      statements();
      expect(await statuses(5, () => from("198.51.100.6", "df_live_x", watchful))).toEqual(Array(5).fill(403));
      expect(statements()).toEqual([]);
    } finally {
      await watchful.stop();
    }
  });
});
