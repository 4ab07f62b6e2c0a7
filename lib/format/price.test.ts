import { describe, expect, it } from "vitest";
import { exactPrice, FREE, isUnaffordable, maxPrice, priceText, unknownPrice } from "./price";

describe("a price that the balance covers", () => {
  it("is exact where it is certain, and else an upper bound", () => {
    expect(priceText(exactPrice(5), 5)).toBe("5 credits");
    expect(priceText(exactPrice(1), 100)).toBe("1 credit");
    expect(priceText(maxPrice(20), 20)).toBe("up to 20 credits");
    expect(priceText(maxPrice(1_264), 8_412)).toBe("up to 1,264 credits");
    expect(priceText(unknownPrice("1 + 1 per event"), 12)).toBe("1 + 1 per event");
  });

  it("is not capped while the balance is unknown", () => {
    expect(priceText(exactPrice(5), null)).toBe("5 credits");
    expect(priceText(maxPrice(20), null)).toBe("up to 20 credits");
  });
});

describe("a price above the balance", () => {
  it("is capped at the balance", () => {
    expect(priceText(maxPrice(20), 12)).toBe("up to 12 credits");
    expect(priceText(maxPrice(54), 1)).toBe("up to 1 credit");
  });

  it("says that the balance is the bound where the whole was meant", () => {
    expect(priceText(exactPrice(5), 3)).toBe("up to 3 credits, all you have");
  });

  it("never exceeds the balance", () => {
    for (const balance of [0, 1, 4, 12, 19])
      for (const price of [
        maxPrice(5),
        maxPrice(20),
        maxPrice(5_000),
        exactPrice(5),
        exactPrice(20),
        unknownPrice("1 + 1 per event"),
      ]) {
        const stated = /([\d,]+) credits?/.exec(priceText(price, balance))?.[1];
        expect(Number(stated?.replaceAll(",", "") ?? 0)).toBeLessThanOrEqual(balance);
      }
  });
});

describe("a price above what the budgets leave", () => {
  it("is capped at what the budget leaves, and names the budget", () => {
    expect(priceText({ ...exactPrice(20), sessionLeft: 3 }, 100)).toBe("up to 3 credits, budget limit");
    expect(priceText({ ...maxPrice(20), sessionLeft: 1 }, null)).toBe("up to 1 credit, budget limit");
  });

  it("can't be paid once the budget is used up", () => {
    const price = { ...exactPrice(20), sessionLeft: 0 };
    expect([priceText(price, 100), isUnaffordable(price, 100)]).toEqual(["budget used up", true]);
  });

  it("is not capped where the budget or the balance is the tighter bound", () => {
    expect(priceText({ ...exactPrice(20), sessionLeft: 20 }, 100)).toBe("20 credits");
    expect(priceText({ ...exactPrice(20), sessionLeft: 5 }, 5)).toBe("up to 5 credits, all you have");
    expect(priceText({ ...exactPrice(20), sessionLeft: undefined }, 100)).toBe("20 credits");
  });
});

describe("with no credits left", () => {
  it("nothing that costs can be bought", () => {
    for (const price of [maxPrice(20), exactPrice(5), unknownPrice("1 + 1 per event")])
      expect([isUnaffordable(price, 0), isUnaffordable(price, 1), isUnaffordable(price, null)]).toEqual([
        true,
        false,
        false,
      ]);
    expect(priceText(maxPrice(20), 0)).toBe("no credits left");
    expect(priceText(unknownPrice("1 + 1 per event"), 0)).toBe("no credits left");
    expect(priceText(exactPrice(5), 0)).toBe("no credits left");
  });

  it("what is free stays free", () => {
    expect(isUnaffordable(FREE, 0)).toBe(false);
    expect(priceText(FREE, 0)).toBe("0 credits");
    expect(priceText({ ...FREE, words: "free" }, 0)).toBe("free");
  });
});
