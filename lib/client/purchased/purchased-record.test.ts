import { describe, expect, it } from "vitest";
import { parsePurchasedRecord } from "./purchased-record";

/** As it comes from the disk: nothing in it is shared with anything. */
function storedRecord(id: string, requestId: string, purchasedAt = "2026-11-20T10:00:00.000Z"): unknown {
  const record = { id, round: "series_a", company: { name: id, industryGroup: "Semiconductor Manufacturing" } };
  return structuredClone({ feed: "funding", key: id, record, purchasedAt, receipt: { requestId, view: "/funding" } });
}

describe("a stored record", () => {
  it("shares the receipt of one purchase, and never that of another", () => {
    const [a, b, c, d] = [
      parsePurchasedRecord("funding", storedRecord("a", "one")),
      parsePurchasedRecord("funding", storedRecord("b", "one")),
      parsePurchasedRecord("funding", storedRecord("c", "two")),
      parsePurchasedRecord("funding", storedRecord("d", "two", "2026-11-20T11:00:00.000Z")),
    ];
    expect(b?.receipt).toBe(a?.receipt);
    expect(c).toMatchObject({ key: "c", receipt: { requestId: "two", view: "/funding" } });
    expect(d).toMatchObject({ key: "d", purchasedAt: "2026-11-20T11:00:00.000Z", receipt: { requestId: "two" } });
  });

  it("is parsed like a response: rounds in one spelling, lists present", () => {
    expect(parsePurchasedRecord("funding", storedRecord("a", "one"))?.record).toMatchObject({
      round: "series-a",
      investors: [],
    });
    expect(parsePurchasedRecord("funding", { ...Object(storedRecord("a", "one")), feed: "companies" })).toBeUndefined();
  });
});
