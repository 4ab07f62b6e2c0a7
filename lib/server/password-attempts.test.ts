import { describe, expect, it } from "vitest";
import { PASSWORD_ATTEMPTS_PER_MINUTE, PasswordAttempts } from "./password-attempts";

const MINUTE = 60_000;

/** At a time that the test moves. */
function attempts() {
  const time = { now: 1_000_000 };
  return { time, attempts: new PasswordAttempts(() => time.now) };
}

/** Guesses that are looked at until one is not, and how long that one has to wait. */
function looked(all: PasswordAttempts, address: string): { count: number; waitMs: number } {
  for (let count = 0; ; count++) {
    const waitMs = all.start(address);
    if (waitMs !== undefined) return { count, waitMs };
  }
}

describe("guesses from one address", () => {
  it("are five a minute, and wait twice as long each time after that, up to a quarter of an hour", () => {
    const { time, attempts: all } = attempts();
    const waits = Array.from({ length: 6 }, () => {
      const { count, waitMs } = looked(all, "a");
      expect(count).toBe(PASSWORD_ATTEMPTS_PER_MINUTE.address);
      time.now += waitMs;
      return waitMs / MINUTE;
    });
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
  });

  it("that are refused make the wait no longer", () => {
    const { time, attempts: all } = attempts();
    looked(all, "a");
    time.now += MINUTE - 1;
    expect(all.start("a")).toBe(1);
    time.now += 1;
    expect(all.start("a")).toBeUndefined();
  });

  it("do not keep another address waiting", () => {
    const { attempts: all } = attempts();
    looked(all, "a");
    expect(all.start("b")).toBeUndefined();
  });

  it("made slowly never wait, and a quiet time forgives", () => {
    const { time, attempts: all } = attempts();
    for (let index = 0; index < 40; index++) {
      expect(all.start("a")).toBeUndefined();
      time.now += MINUTE / 4;
    }
    looked(all, "a");
    time.now += 20 * MINUTE;
    expect(looked(all, "a").waitMs).toBe(MINUTE);
  });

  it("are forgiven by a right one", () => {
    const { attempts: all } = attempts();
    for (let index = 0; index < 4; index++) all.start("a");
    all.reset("a");
    expect(looked(all, "a").count).toBe(PASSWORD_ATTEMPTS_PER_MINUTE.address);
  });
});

it("guesses from everywhere are limited together, however many addresses somebody has", () => {
  const { attempts: all } = attempts();
  let count = 0;
  while (all.start(`address ${count}`) === undefined) count += 1;
  expect(count).toBe(PASSWORD_ATTEMPTS_PER_MINUTE.all);
});
