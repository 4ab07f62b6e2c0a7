import { afterEach, describe, expect, it, vi } from "vitest";

const ANSWER = { balance: 1_000, highest: 1_000, sessionUsed: 0, probedAt: "2026-11-01T10:00:00.000Z" };

afterEach(() => vi.unstubAllGlobals());

/** The store, and how to let the fetched balance arrive. */
async function startFetch() {
  vi.resetModules();
  const store = await import("./meter-store");
  let arrive = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (arrive = resolve)));
  const fetched = store.fetchBalance();
  return {
    ...store,
    arrives: async (balance: number | null = ANSWER.balance) => {
      arrive(Response.json({ ...ANSWER, balance }));
      await fetched;
    },
  };
}

describe("the fetched balance", () => {
  it("is stored", async () => {
    const { meterState, arrives } = await startFetch();
    await arrives();
    expect(meterState()).toMatchObject({ balance: 1_000, sessionUsed: 0 });
  });

  it("may be positive but unknown; otherwise the known one is retained", async () => {
    const known = await startFetch();
    await known.arrives(null);
    expect(known.meterState().balance).toBeNull();
    for (const [before, after] of [
      [0, null],
      [12, 12],
    ] as const) {
      const { meterState, updateMeter, fetchBalance, arrives } = await startFetch();
      await arrives();
      updateMeter({ balance: before });
      const again = fetchBalance();
      await arrives(null);
      await again;
      expect(meterState().balance).toBe(after);
    }
  });

  it("does not overwrite what a purchase has reported in the meantime", async () => {
    const { meterState, updateMeter, arrives } = await startFetch();
    updateMeter({ balance: 980, sessionUsed: 20, lastCost: 20, lastAsked: 20 });
    await arrives();
    expect(meterState()).toMatchObject({ balance: 980, sessionUsed: 20, lastCost: 20 });
  });
});
