import { describe, expect, it } from "vitest";
import { readRecord } from "@/lib/api/records";
import { rowsOf } from "./rows";

function page(heldAt: string, ids: (string | null)[]) {
  const records = ids.map((id) => readRecord("funding", { id })).filter((record) => record !== null);
  return { records, hasMore: true, nextCursor: "c", heldAt, requestId: null, viewUsed: 0 };
}

describe("rows", () => {
  it("stand in the order of their pages, with the time of each", () => {
    const rows = rowsOf([page("2026-11-20T10:00:00.000Z", ["a", "b"]), page("2026-11-20T10:05:00.000Z", ["c"])]);
    expect(rows.map((row) => row.key)).toEqual(["a", "b", "c"]);
    expect(rows[2]?.heldAt.toISOString()).toBe("2026-11-20T10:05:00.000Z");
  });

  it("show a record once, and one without an id by its place", () => {
    const rows = rowsOf([page("2026-11-20T10:00:00.000Z", ["a", null]), page("2026-11-20T10:05:00.000Z", ["a", null])]);
    expect(rows.map((row) => row.key)).toEqual(["a", "0:1", "1:1"]);
  });
});
