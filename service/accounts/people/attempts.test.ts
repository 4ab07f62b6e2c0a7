import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { type AttemptKey, createAttemptLimiter, deleteOldAttempts, TooManyAttempts } from "./attempts";

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

/** Two limiters share no memory, like two processes. */
const attempts = () => createAttemptLimiter(database.pools.main, () => now);

/** Returns the seconds to wait; 0 means that the attempt counted. */
async function getWait(trying: AttemptKey): Promise<number> {
  try {
    await attempts().record(trying);
    return 0;
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error;
    return error.seconds;
  }
}

async function waits(trying: AttemptKey, times: number): Promise<number[]> {
  const waits: number[] = [];
  for (let time = 0; time < times; time++) waits.push(await getWait(trying));
  return waits;
}

describe("attempts to register, to request a link or to verify a password", () => {
  it("are free five times a minute, then each after a longer wait, up to a quarter of an hour", async () => {
    const trying: AttemptKey = { attempt: "register", account: "ada@firm.example" };
    expect(await waits(trying, 7)).toEqual([0, 0, 0, 0, 0, MINUTE, MINUTE]);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect(await getWait(trying)).toBe(minutes * MINUTE);
      pass(minutes * MINUTE - 1);
      expect(await getWait(trying)).toBe(1);
      pass(1);
      // Anyone who waits for the reported time may try.
      expect(await getWait(trying)).toBe(0);
    }
  });

  it("start over after a minute without a wait, and after a quarter of an hour beyond one", async () => {
    const trying: AttemptKey = { attempt: "register", account: "minute" };
    expect(await waits(trying, 4)).toEqual([0, 0, 0, 0]);
    pass(MINUTE);
    expect(await waits(trying, 6)).toEqual([0, 0, 0, 0, 0, MINUTE]);
    pass(16 * MINUTE - 1);
    expect(await waits(trying, 2)).toEqual([0, 2 * MINUTE]);
    pass(17 * MINUTE);
    expect(await waits(trying, 6)).toEqual([0, 0, 0, 0, 0, MINUTE]);
  });

  it("are counted by account and by address, each kind separately; rejected ones are not counted", async () => {
    for (let index = 0; index < 5; index++)
      expect(await getWait({ attempt: "register", account: `person ${index}`, address: "192.0.2.1" })).toBe(0);
    expect(await waits({ attempt: "register", account: "another", address: "192.0.2.1" }, 9)).toEqual(
      Array.from({ length: 9 }, () => MINUTE),
    );
    expect(await waits({ attempt: "register", account: "another", address: "192.0.2.2" }, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(await getWait({ attempt: "ask for a link", account: "another", address: "192.0.2.1" })).toBe(0);
  });

  it("are not counted once they succeeded", async () => {
    const trying: AttemptKey = { attempt: "prove a password", account: "well" };
    expect(await waits(trying, 4)).toEqual([0, 0, 0, 0]);
    await attempts().recordSuccess(trying);
    expect(await waits(trying, 6)).toEqual([0, 0, 0, 0, 0, MINUTE]);
  });
});

describe("failed sign-ins", () => {
  const signIn = (account: string, address: string, browser?: string): AttemptKey => ({
    attempt: "sign in",
    account,
    address,
    browser,
  });

  it("block their network for that account, and neither another network nor another account", async () => {
    expect(await waits(signIn("owner", "192.0.2.10"), 6)).toEqual([0, 0, 0, 0, 0, MINUTE]);
    expect(await waits(signIn("owner", "192.0.2.11"), 5)).toEqual([0, 0, 0, 0, 0]);
    expect(await getWait(signIn("colleague", "192.0.2.10"))).toBe(0);
  });

  it("of one network, however patient, never block everyone from the account", async () => {
    const besieging = signIn("besieged", "192.0.2.12");
    // Attempts are made as often as allowed, for a day.
    let tried = 0;
    for (const end = now + 24 * 3_600_000; now < end; ) {
      const wait = await getWait(besieging);
      if (wait === 0) tried++;
      pass(wait);
    }
    expect(tried).toBeGreaterThan(50);
    expect(tried).toBeLessThan(110);
    // Attempts are made as often as possible without a wait, for some hours.
    pass(60 * MINUTE);
    for (let quarter = 0; quarter < 20; quarter++) {
      expect(await waits(besieging, 4)).toEqual([0, 0, 0, 0]);
      pass(15 * MINUTE);
    }
    expect(await getWait(signIn("besieged", "192.0.2.13"))).toBe(0);
  });

  it("from many networks are slowed for the account as a whole: fifty an hour, then one after each longer wait", async () => {
    let network = 0;
    const next = () => signIn("distributed", `10.1.${network >> 8}.${network++ & 255}`);
    for (let index = 0; index < 50; index++) expect(await getWait(next())).toBe(0);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect(await getWait(next())).toBe(minutes * MINUTE);
      pass(minutes * MINUTE);
      expect(await getWait(next())).toBe(0);
    }
    pass(76 * MINUTE);
    expect(await getWait(next())).toBe(0);
    expect(await getWait(next())).toBe(0);
  });

  it("do not affect browsers that signed in before, which are counted separately", async () => {
    for (let index = 0; index < 50; index++) await getWait(signIn("known", `10.2.0.${index}`));
    expect(await getWait(signIn("known", "192.0.2.14"))).toBe(MINUTE);
    expect(await waits(signIn("known", "192.0.2.14", "mine"), 6)).toEqual([0, 0, 0, 0, 0, MINUTE]);
    expect(await getWait(signIn("known", "192.0.2.14", "at work"))).toBe(0);
    // A person who had the password once may have made many of them.
    let free = 0;
    for (let index = 0; index < 100; index++)
      if ((await getWait(signIn("known", "192.0.2.14", `made ${index}`))) === 0) free++;
    expect(free).toBe(50 - 6);
  });

  it("from one address are limited to thirty in a quarter of an hour, across accounts", async () => {
    const waits: number[] = [];
    for (let index = 0; index < 31; index++) waits.push(await getWait(signIn(`sprayed ${index}`, "192.0.2.15")));
    expect(waits).toEqual([...Array.from({ length: 30 }, () => 0), MINUTE]);
    expect(await getWait(signIn("sprayed 0", "192.0.2.16"))).toBe(0);
  });

  it("are the only ones counted: successful sign-ins are not", async () => {
    for (let index = 0; index < 60; index++) {
      const trying = signIn(`person ${index % 3}`, "192.0.2.17");
      expect(await getWait(trying)).toBe(0);
      await attempts().recordSuccess(trying);
    }
    const { rows } = await database.pool.query("select count from attempts where subject = 'sign in from 192.0.2.17'");
    expect(rows).toEqual([{ count: 0 }]);
  });

  it("keep their count and their wait across a successful sign-in", async () => {
    for (let index = 0; index < 29; index++) await getWait(signIn(`mixed ${index}`, "192.0.2.18"));
    const good = signIn("mixed owner", "192.0.2.18");
    // The thirtieth that is in progress makes others wait until it is known how it ends.
    expect(await getWait(good)).toBe(0);
    expect(await getWait(signIn("mixed 30", "192.0.2.18"))).toBe(MINUTE);
    await attempts().recordSuccess(good);
    expect(await waits(signIn("mixed 31", "192.0.2.18"), 2)).toEqual([0, MINUTE]);
    // A sign-in that was let through later does not end a wait early.
    pass(MINUTE);
    expect(await getWait(good)).toBe(0);
    await attempts().recordSuccess(good);
    expect(await waits(signIn("mixed 32", "192.0.2.18"), 2)).toEqual([0, 2 * MINUTE]);
  });

  it("no longer count once the account has a new password", async () => {
    for (let index = 0; index < 50; index++) await getWait(signIn("reset", `10.3.0.${index % 10}`));
    expect(await getWait(signIn("reset", "10.3.0.0", "mine"))).toBe(0);
    expect(await getWait(signIn("reset", "192.0.2.19"))).toBe(MINUTE);
    expect(await waits(signIn("others", "192.0.2.19"), 4)).toEqual([0, 0, 0, 0]);
    await attempts().clearAccount("reset");
    expect(await waits(signIn("reset", "10.3.0.0"), 6)).toEqual([0, 0, 0, 0, 0, MINUTE]);
    // The waits of others stay.
    expect(await waits(signIn("others", "192.0.2.19"), 2)).toEqual([0, MINUTE]);
  });

  it("all count when they are concurrent, also through two processes", async () => {
    const trying = signIn("burst", "192.0.2.20");
    const waits = await Promise.all(Array.from({ length: 24 }, () => getWait(trying)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    let network = 0;
    const from = () => getWait(signIn("distributed burst", `10.4.0.${network++}`));
    const all = await Promise.all(Array.from({ length: 80 }, from));
    expect(all.filter((wait) => wait === 0)).toHaveLength(50);
    const good = Array.from({ length: 25 }, (_, index) => signIn(`good ${index}`, "192.0.2.21"));
    await Promise.all(good.map(getWait));
    await Promise.all(good.map((one) => attempts().recordSuccess(one)));
    const { rows } = await database.pool.query("select count from attempts where subject = 'sign in from 192.0.2.21'");
    expect(rows).toEqual([{ count: 0 }]);
  });

  it("store no submitted address, and are deleted", async () => {
    const { rows } = await database.pool.query<{ subject: string }>("select subject from attempts");
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.map(({ subject }) => subject).join()).not.toContain("ada@firm.example");
    await deleteOldAttempts(database.pool, new Date(now + 76 * MINUTE * 1000));
    expect((await database.pool.query("select from attempts")).rowCount).toBe(0);
  });
});
