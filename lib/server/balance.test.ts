import { describe, expect, it } from "vitest";
import { Balance } from "./balance";

describe("what is known of a balance", () => {
  it("is not taken from a question that was answered while something was bought", () => {
    let now = 1_000;
    const balance = new Balance(() => now);
    balance.updateBetweenPurchases(980, now);
    now = 1_010;
    const bought = balance.startPurchase();
    now = 1_020;
    // Asked after the purchase was sent, and answered before it was charged.
    balance.updateBetweenPurchases(980, 1_015);
    bought();
    balance.update(960, 1_010);
    expect(balance.state.balance).toBe(960);
    // Asked before the purchase was answered, and told after it.
    balance.updateBetweenPurchases(980, 1_018);
    expect(balance.state.balance).toBe(960);
    now = 1_030;
    balance.updateBetweenPurchases(940, now);
    expect(balance.state.balance).toBe(940);
  });
});
