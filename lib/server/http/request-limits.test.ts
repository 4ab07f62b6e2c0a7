import { DASHBOARD_CONCURRENCY, REQUEST_LIMITS } from "@dealflow/contract/limits";
import { describe, expect, it } from "vitest";
import { type LimitedClient, RequestLimits } from "./request-limits";

const visitor = (address: string): LimitedClient => ({ session: undefined, address });
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

async function taken(
  limits: RequestLimits,
  requester: LimitedClient,
  times: number,
  cost = 1,
): Promise<(number | undefined)[]> {
  const waits: (number | undefined)[] = [];
  for (let time = 0; time < times; time++) waits.push((await limits.consume(requester, cost))?.seconds);
  return waits;
}

describe("requests to the dashboard", () => {
  it("are limited per address for visitors, and succeed after the stated wait", async () => {
    let now = 0;
    const limits = new RequestLimits(0.02, () => now);
    const most = REQUEST_LIMITS.visitor.burst * 0.02;
    expect(await taken(limits, visitor("192.0.2.1"), most + 1)).toEqual([...many(most, undefined), 5]);
    expect(await taken(limits, visitor("192.0.2.2"), 1)).toEqual([undefined]);
    now += 5_000;
    expect(await taken(limits, visitor("192.0.2.1"), 1)).toEqual([undefined]);
  });

  it("are counted by session for signed-in people, a page as several, separately from visitors at the same address", async () => {
    const limits = new RequestLimits(0.02, () => 0);
    const most = REQUEST_LIMITS.person.burst * 0.02;
    await taken(limits, visitor("192.0.2.1"), REQUEST_LIMITS.visitor.burst * 0.02);
    const [ada, ben] = [
      { session: "ada", address: "192.0.2.1" },
      { session: "ben", address: "192.0.2.1" },
    ];
    expect(await taken(limits, ada, 2, most / 2)).toEqual([undefined, undefined]);
    expect((await taken(limits, ada, 1))[0]).toBeGreaterThan(0);
    expect(await taken(limits, ben, 1)).toEqual([undefined]);
  });

  it("are limited in concurrency, and a released slot is free again", async () => {
    const limits = new RequestLimits();
    const { running } = DASHBOARD_CONCURRENCY.visitor;
    const entered = await Promise.all(many(running, visitor("192.0.2.1")).map((one) => limits.acquire(one)));
    expect(await limits.acquire(visitor("192.0.2.1"))).toEqual({ seconds: 1 });
    expect(typeof (await limits.acquire(visitor("192.0.2.2")))).toBe("function");
    const [first] = entered;
    if (typeof first === "function") first();
    expect(typeof (await limits.acquire(visitor("192.0.2.1")))).toBe("function");
  });

  it("are not counted by an address that cannot be trusted", async () => {
    const limits = new RequestLimits(0.02, () => 0);
    const unknown = { session: undefined, address: undefined };
    expect(await taken(limits, unknown, 50)).toEqual(many(50, undefined));
  });
});
