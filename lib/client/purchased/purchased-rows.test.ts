import { readRecord } from "@dealflow/client/records";
import { describe, expect, it } from "vitest";
import type { PurchasedRecord } from "./purchased-record";
import { PurchasedRows } from "./purchased-rows";

function purchased(
  key: string,
  announcedAt: string,
  purchasedAt = "2026-11-01T10:00:00.000Z",
): PurchasedRecord<"funding"> {
  const record = readRecord("funding", { id: key, announcedAt });
  if (record === null) throw new Error("an object is a record");
  return { feed: "funding", key, record, purchasedAt, receipt: { requestId: null, view: "/funding" } };
}

const keys = (rows: PurchasedRows<"funding">) => rows.rows.map((row) => row.key);

describe("owned rows", () => {
  it("are in the order of the API, whatever order they are added in", () => {
    const all = Array.from({ length: 200 }, (_, index) =>
      purchased(String(index).padStart(3, "0"), `2026-10-${String(1 + (index % 7)).padStart(2, "0")}`),
    );
    const rows = new PurchasedRows<"funding">();
    for (let from = 0; from < all.length; from += 30) rows.add(all.slice(from, from + 30));
    const expected = [...all].sort(
      (a, b) => (b.record.announcedAt ?? "").localeCompare(a.record.announcedAt ?? "") || (a.key < b.key ? 1 : -1),
    );
    expect(keys(rows)).toEqual(expected.map((row) => row.key));
  });

  it("contain every record once, from its latest purchase", () => {
    const rows = new PurchasedRows<"funding">();
    rows.add([purchased("a", "2026-10-02"), purchased("b", "2026-10-01")]);
    const later = purchased("a", "2026-09-30", "2026-11-02T10:00:00.000Z");
    expect(rows.add([later, purchased("b", "2026-12-01", "2026-10-31T10:00:00.000Z")])).toEqual([later]);
    expect(keys(rows)).toEqual(["b", "a"]);
    expect(rows.get("a")).toBe(later);
  });

  it("are the same array while nothing changes", () => {
    const rows = new PurchasedRows<"funding">();
    rows.add([purchased("a", "2026-10-02")]);
    const before = rows.rows;
    expect(rows.add([purchased("a", "2026-10-02")])).toEqual([]);
    expect(rows.rows).toBe(before);
    rows.add([purchased("b", "2026-10-02")]);
    expect(rows.rows).not.toBe(before);
  });

  it("put a record without a date behind all others", () => {
    const rows = new PurchasedRows<"funding">();
    rows.add([purchased("a", "no date"), purchased("b", "2020-01-01")]);
    expect(keys(rows)).toEqual(["b", "a"]);
  });
});
