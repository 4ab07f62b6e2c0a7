import { readRecord } from "@dealflow/client/records";
import { describe, expect, it } from "vitest";
import { createPurchasedRecords } from "./purchased/purchased-record";
import { latestPurchase, rowsOf } from "./view-rows";

const VIEW = "/funding?round=seed";

function records(ids: readonly (string | null)[]) {
  return ids.map((id) => readRecord("funding", { id })).filter((record) => record !== null);
}

function page(purchasedAt: string, ids: readonly (string | null)[]) {
  return { records: records(ids), hasMore: true, nextCursor: "c", purchasedAt, requestId: purchasedAt, viewUsed: 0 };
}

const FIRST = "2026-11-20T10:00:00Z";
const SECOND = "2026-11-20T10:05:00Z";

describe("rows", () => {
  it("keep the order of their pages; a duplicate record keeps its first position", () => {
    const rows = rowsOf([page(FIRST, ["a", "b"]), page(SECOND, ["b", "c"])], VIEW);
    expect(rows.map((row) => row.key)).toEqual(["a", "b", "c"]);
    expect(rows.map((row) => row.purchasedAt)).toEqual([FIRST, FIRST, SECOND]);
    expect(rows.map((row) => row.receipt)).toEqual(
      [FIRST, FIRST, SECOND].map((requestId) => ({ requestId, view: VIEW })),
    );
  });

  it("without an id go by their place", () => {
    const rows = rowsOf([page(FIRST, [null, "a"]), page(SECOND, [null])], VIEW);
    expect(rows.map((row) => row.key)).toEqual(["0:0", "a", "1:0"]);
  });

  it("are shown as they were bought last", () => {
    const rows = rowsOf([page(FIRST, ["a", "b", "c"])], VIEW);
    const purchasedRow = (id: string, purchasedAt: string) =>
      createPurchasedRecords("funding", records([id]), { purchasedAt, requestId: "one", view: "/funding" })[0];
    const purchased = new Map([
      ["a", purchasedRow("a", SECOND)],
      ["b", purchasedRow("b", "2026-11-20T09:00:00Z")],
    ]);
    const [a, b, c] = latestPurchase(rows, (key) => purchased.get(key));
    expect(a?.receipt.requestId).toBe("one");
    expect(a?.purchasedAt).toBe(SECOND);
    expect([b, c]).toEqual([rows[1], rows[2]]);
  });
});
