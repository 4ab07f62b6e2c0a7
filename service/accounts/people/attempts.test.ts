import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { forgetOldAttempts, openAttempts, TooManyAttempts, type Trying } from "./attempts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const MINUTE = 60;
let now = Date.parse("2026-11-20T10:00:00Z");
const pass = (seconds: number) => {
  now += seconds * 1000;
};

/** Seconds to wait; 0: the attempt counted. */
async function waitOf(trying: Trying): Promise<number> {
  try {
    await openAttempts(database.pool, () => now).note(trying);
    return 0;
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error;
    return error.seconds;
  }
}

async function waits(trying: Trying, times: number): Promise<number[]> {
  const told: number[] = [];
  for (let time = 0; time < times; time++) told.push(await waitOf(trying));
  return told;
}

describe("attempts", () => {
  it("are free five times a minute, then each after a longer wait, up to a quarter of an hour", async () => {
    const trying: Trying = { attempt: "sign in", account: "ada@firm.example" };
    expect(await waits(trying, 7)).toEqual([0, 0, 0, 0, 0, MINUTE, MINUTE]);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect(await waitOf(trying)).toBe(minutes * MINUTE);
      pass(minutes * MINUTE - 1);
      expect(await waitOf(trying)).toBe(1);
      pass(1);
      // Whoever waits as long as they were told may try.
      expect(await waitOf(trying)).toBe(0);
    }
  });

  it("begin anew after a minute without a wait, and after a quarter of an hour beyond one", async () => {
    const trying: Trying = { attempt: "sign in", account: "minute" };
    expect(await waits(trying, 4)).toEqual([0, 0, 0, 0]);
    pass(MINUTE);
    expect(await waits(trying, 6)).toEqual([0, 0, 0, 0, 0, MINUTE]);
    pass(16 * MINUTE - 1);
    expect(await waits(trying, 2)).toEqual([0, 2 * MINUTE]);
    pass(17 * MINUTE);
    expect(await waits(trying, 6)).toEqual([0, 0, 0, 0, 0, MINUTE]);
  });

  it("are counted for the account and for the address, each kind for itself; what is refused counts for neither", async () => {
    for (let index = 0; index < 5; index++)
      expect(await waitOf({ attempt: "sign in", account: `person ${index}`, address: "192.0.2.1" })).toBe(0);
    expect(await waits({ attempt: "sign in", account: "another", address: "192.0.2.1" }, 9)).toEqual(
      Array.from({ length: 9 }, () => MINUTE),
    );
    expect(await waits({ attempt: "sign in", account: "another", address: "192.0.2.2" }, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(await waitOf({ attempt: "register", account: "another", address: "192.0.2.1" })).toBe(0);
  });

  it("that ended well are taken from the account's count, not from the address's", async () => {
    const trying: Trying = { attempt: "sign in", account: "well", address: "192.0.2.9" };
    expect(await waits(trying, 4)).toEqual([0, 0, 0, 0]);
    await openAttempts(database.pool, () => now).clear("sign in", "well");
    expect(await waits({ ...trying, address: "192.0.2.10" }, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(await waits({ ...trying, account: "others" }, 2)).toEqual([0, MINUTE]);
  });

  it("that come at the same moment all count", async () => {
    const trying: Trying = { attempt: "sign in", account: "burst", address: "192.0.2.20" };
    const told = await Promise.all(Array.from({ length: 12 }, () => waitOf(trying)));
    expect(told.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it("keep no address that was typed, and are forgotten", async () => {
    const { rows } = await database.pool.query<{ subject: string }>("select subject from attempts");
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.map(({ subject }) => subject).join()).not.toContain("ada@firm.example");
    await forgetOldAttempts(database.pool, new Date(now + 31 * MINUTE * 1000));
    expect((await database.pool.query("select from attempts")).rowCount).toBe(0);
  });
});
