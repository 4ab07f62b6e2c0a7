import { describe, expect, it } from "vitest";
import { Balance } from "./balance";

describe("the known balance", () => {
  it("is that of the highest sequence, in any order of responses", () => {
    const balance = new Balance();
    balance.update(980, 3);
    // The purchase is charged with the next entry of the ledger.
    balance.update(960, 4);
    // Requested during the purchase, and answered before it was charged.
    balance.update(980, 3);
    expect(balance.state).toMatchObject({ balance: 960, sequence: 4, highest: 980 });
    balance.update(940, 5);
    expect(balance.state).toMatchObject({ balance: 940, sequence: 5 });
    // A grant is no less new for being more.
    balance.update(2_000, 6);
    expect(balance.state).toMatchObject({ balance: 2_000, highest: 2_000 });
  });

  it("is computed from the costs that a foreign host charges without telling the balance", () => {
    const balance = new Balance();
    balance.update(500, 1_000);
    balance.spend(20, 1_010);
    expect(balance.state).toMatchObject({ balance: 480, sequence: 1_010, estimated: true });
    // Sent before that purchase: its balance does not include it.
    balance.update(500, 1_005);
    // This one was sent before it too, and charged in addition.
    balance.spend(5, 1_002);
    expect(balance.state).toMatchObject({ balance: 475, sequence: 1_011, estimated: true });
    balance.update(470, 1_020);
    expect(balance.state).toMatchObject({ balance: 470, sequence: 1_020, estimated: false });
  });
});
