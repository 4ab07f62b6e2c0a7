import { describe, expect, it } from "vitest";
import { Balance } from "./balance";

describe("what is known of a balance", () => {
  it("is not taken from a question that was answered while something was bought", () => {
    let now = 1_000;
    const balance = new Balance(() => now);
    balance.learnBeside(980, now);
    now = 1_010;
    const bought = balance.buying();
    now = 1_020;
    // Asked after the purchase was sent, and answered before it was charged.
    balance.learnBeside(980, 1_015);
    bought();
    balance.learn(960, 1_010);
    expect(balance.known.balance).toBe(960);
    // Asked before the purchase was answered, and told after it.
    balance.learnBeside(980, 1_018);
    expect(balance.known.balance).toBe(960);
    now = 1_030;
    balance.learnBeside(940, now);
    expect(balance.known.balance).toBe(940);
  });
});
