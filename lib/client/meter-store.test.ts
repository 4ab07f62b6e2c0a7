import { afterEach, describe, expect, it, vi } from "vitest";

const ANSWER = { balance: 1_000, highest: 1_000, sessionUsed: 0, probedAt: "2026-11-01T10:00:00.000Z" };

afterEach(() => vi.unstubAllGlobals());

/** The store, and how to let the balance that it asked for arrive. */
async function asking() {
  vi.resetModules();
  const store = await import("./meter-store");
  let arrive = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (arrive = resolve)));
  const learnt = store.learnBalance();
  return {
    ...store,
    arrives: async () => {
      arrive(Response.json(ANSWER));
      await learnt;
    },
  };
}

describe("the balance that was asked for", () => {
  it("is taken over", async () => {
    const { meterState, arrives } = await asking();
    await arrives();
    expect(meterState()).toMatchObject({ balance: 1_000, sessionUsed: 0 });
  });

  it("does not undo what a purchase has told meanwhile", async () => {
    const { meterState, updateMeter, arrives } = await asking();
    updateMeter({ balance: 980, sessionUsed: 20, lastCost: 20, lastAsked: 20 });
    await arrives();
    expect(meterState()).toMatchObject({ balance: 980, sessionUsed: 20, lastCost: 20 });
  });
});
