import { describe, expect, it } from "vitest";
import { GUESSES_A_MINUTE, Guesses } from "./guesses";

const MINUTE = 60_000;

/** At a time that the test moves. */
function guesses() {
  const time = { now: 1_000_000 };
  return { time, guesses: new Guesses(() => time.now) };
}

/** Guesses that are looked at until one is not, and how long that one has to wait. */
function looked(all: Guesses, address: string): { count: number; waitMs: number } {
  for (let count = 0; ; count++) {
    const waitMs = all.begin(address);
    if (waitMs !== undefined) return { count, waitMs };
  }
}

describe("guesses from one address", () => {
  it("are five a minute, and wait twice as long each time after that, up to a quarter of an hour", () => {
    const { time, guesses: all } = guesses();
    const waits = Array.from({ length: 6 }, () => {
      const { count, waitMs } = looked(all, "a");
      expect(count).toBe(GUESSES_A_MINUTE.address);
      time.now += waitMs;
      return waitMs / MINUTE;
    });
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
  });

  it("that are refused make the wait no longer", () => {
    const { time, guesses: all } = guesses();
    looked(all, "a");
    time.now += MINUTE - 1;
    expect(all.begin("a")).toBe(1);
    time.now += 1;
    expect(all.begin("a")).toBeUndefined();
  });

  it("do not keep another address waiting", () => {
    const { guesses: all } = guesses();
    looked(all, "a");
    expect(all.begin("b")).toBeUndefined();
  });

  it("made slowly never wait, and a quiet time forgives", () => {
    const { time, guesses: all } = guesses();
    for (let index = 0; index < 40; index++) {
      expect(all.begin("a")).toBeUndefined();
      time.now += MINUTE / 4;
    }
    looked(all, "a");
    time.now += 20 * MINUTE;
    expect(looked(all, "a").waitMs).toBe(MINUTE);
  });

  it("are forgiven by a right one", () => {
    const { guesses: all } = guesses();
    for (let index = 0; index < 4; index++) all.begin("a");
    all.right("a");
    expect(looked(all, "a").count).toBe(GUESSES_A_MINUTE.address);
  });
});

it("guesses from everywhere are limited together, however many addresses somebody has", () => {
  const { guesses: all } = guesses();
  let count = 0;
  while (all.begin(`address ${count}`) === undefined) count += 1;
  expect(count).toBe(GUESSES_A_MINUTE.all);
});
