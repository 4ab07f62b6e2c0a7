import { describe, expect, it } from "vitest";
import { PASSWORD_ATTEMPTS_PER_MINUTE, PasswordAttempts } from "./password-attempts";

const MINUTE = 60_000;

/** Creates the attempts with a clock that the test controls. */
function attempts() {
  const time = { now: 1_000_000 };
  return { time, attempts: new PasswordAttempts(() => time.now) };
}

/** The attempts until one is blocked, and how long that one has to wait. */
function looked(all: PasswordAttempts, address: string): { count: number; waitMs: number } {
  for (let count = 0; ; count++) {
    const waitMs = all.start(address);
    if (waitMs !== undefined) return { count, waitMs };
  }
}

describe("password attempts from one address", () => {
  it("are limited to five a minute, and the wait then doubles each time, up to a quarter of an hour", () => {
    const { time, attempts: all } = attempts();
    const waits = Array.from({ length: 6 }, () => {
      const { count, waitMs } = looked(all, "a");
      expect(count).toBe(PASSWORD_ATTEMPTS_PER_MINUTE.address);
      time.now += waitMs;
      return waitMs / MINUTE;
    });
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
  });

  it("that are blocked do not extend the wait", () => {
    const { time, attempts: all } = attempts();
    looked(all, "a");
    time.now += MINUTE - 1;
    expect(all.start("a")).toBe(1);
    time.now += 1;
    expect(all.start("a")).toBeUndefined();
  });

  it("do not delay another address", () => {
    const { attempts: all } = attempts();
    looked(all, "a");
    expect(all.start("b")).toBeUndefined();
  });

  it("made slowly never wait, and a pause resets the wait", () => {
    const { time, attempts: all } = attempts();
    for (let index = 0; index < 40; index++) {
      expect(all.start("a")).toBeUndefined();
      time.now += MINUTE / 4;
    }
    looked(all, "a");
    time.now += 20 * MINUTE;
    expect(looked(all, "a").waitMs).toBe(MINUTE);
  });

  it("are cleared by a correct one", () => {
    const { attempts: all } = attempts();
    for (let index = 0; index < 4; index++) all.start("a");
    all.reset("a");
    expect(looked(all, "a").count).toBe(PASSWORD_ATTEMPTS_PER_MINUTE.address);
  });
});

it("from all addresses are limited together, however many an attacker has", () => {
  const { attempts: all } = attempts();
  let count = 0;
  while (all.start(`address ${count}`) === undefined) count += 1;
  expect(count).toBe(PASSWORD_ATTEMPTS_PER_MINUTE.all);
});
