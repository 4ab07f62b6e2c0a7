import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { openBadKeys } from "./bad-keys";

const MINUTE = 60_000;
const START = Date.parse("2026-11-01T00:00:00.000Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Opens two processes over one database, with one clock that a test moves. */
function processes() {
  const clock = { now: START };
  const open = () => openBadKeys(database.pool, () => clock.now);
  return { clock, here: open(), there: open() };
}

let addresses = 0;
const newAddress = () => `198.51.100.${++addresses}`;

describe("unusable keys from one address", () => {
  it("get the reason up to the twentieth; later ones are rejected for a quarter of an hour", async () => {
    const { clock, here, there } = processes();
    const address = newAddress();
    for (let count = 1; count <= 20; count++) {
      expect(here.blockedUntil(address)).toBeUndefined();
      expect(await here.record(address), `key ${count}`).toBeUndefined();
    }
    const until = START + 15 * MINUTE;
    expect(here.blockedUntil(address)).toBe(until);
    expect(here.blockedUntil(newAddress())).toBeUndefined();
    clock.now += 1;
    expect(await there.record(address)).toBe(until);
    expect(there.blockedUntil(address)).toBe(until);
    clock.now = until - 1;
    expect(here.blockedUntil(address)).toBe(until);
    expect(await processes().here.record(newAddress())).toBeUndefined();
    clock.now = until;
    for (const one of [here, there]) expect(one.blockedUntil(address)).toBeUndefined();
  });

  it("are rejected from the twenty-first on also within the same millisecond", async () => {
    const { here, there } = processes();
    const address = newAddress();
    for (let count = 1; count <= 20; count++) expect(await here.record(address)).toBeUndefined();
    expect(await there.record(address)).toBe(START + 15 * MINUTE);
  });

  it("are counted again when a block is over", async () => {
    const { clock, here } = processes();
    const address = newAddress();
    for (let count = 1; count <= 20; count++) await here.record(address);
    clock.now += 15 * MINUTE;
    for (let count = 1; count <= 20; count++) expect(await here.record(address), `key ${count}`).toBeUndefined();
    expect(here.blockedUntil(address)).toBe(clock.now + 15 * MINUTE);
  });

  it("are counted by all processes together", async () => {
    const { clock, here, there } = processes();
    const address = newAddress();
    for (let count = 1; count <= 10; count++) {
      await here.record(address);
      await there.record(address);
    }
    clock.now += 1;
    expect(await here.record(address)).toBe(START + 15 * MINUTE);
  });

  it("are deleted after ten minutes", async () => {
    const { clock, here } = processes();
    const address = newAddress();
    for (let count = 1; count <= 19; count++) await here.record(address);
    clock.now += 10 * MINUTE;
    for (let count = 1; count <= 19; count++) expect(await here.record(address), `key ${count}`).toBeUndefined();
    expect(here.blockedUntil(address)).toBeUndefined();
    expect(await here.record(address)).toBeUndefined();
    expect(here.blockedUntil(address)).toBe(clock.now + 15 * MINUTE);
  });

  it("are rejected until the block ends although their window ends before", async () => {
    const { clock, here, there } = processes();
    const address = newAddress();
    for (let count = 1; count <= 20; count++) await here.record(address);
    const until = START + 15 * MINUTE;
    for (let minute = 11; minute < 15; minute++) {
      clock.now = START + minute * MINUTE;
      for (let times = 0; times < 8; times++) expect(await there.record(address)).toBe(until);
    }
  });
});
