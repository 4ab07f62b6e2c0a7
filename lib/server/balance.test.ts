import { describe, expect, it } from "vitest";
import { Balance } from "./balance";

describe("the known balance", () => {
  it("ignores a response that was sent during a purchase", () => {
    let now = 1_000;
    const balance = new Balance(() => now);
    balance.updateBetweenPurchases(980, now);
    now = 1_010;
    const bought = balance.startPurchase();
    now = 1_020;
    // Requested after the purchase was sent, and answered before it was charged.
    balance.updateBetweenPurchases(980, 1_015);
    bought();
    balance.update(960, 1_010);
    expect(balance.state.balance).toBe(960);
    // Requested before the purchase completed, and received after it.
    balance.updateBetweenPurchases(980, 1_018);
    expect(balance.state.balance).toBe(960);
    now = 1_030;
    balance.updateBetweenPurchases(940, now);
    expect(balance.state.balance).toBe(940);
  });
});
