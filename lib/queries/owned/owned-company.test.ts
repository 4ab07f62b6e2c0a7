import { readRecord } from "@dealflow/client/records";
import type { FeedName } from "@dealflow/contract/feeds";
import { describe, expect, it } from "vitest";
import type { OwnedRow } from "./owned";
import { ownedHolding } from "./owned-company";

const ID = "019aa000-0000-7000-8000-00000000000a";
const US = { id: ID.toUpperCase(), name: "Us" };
const NOTHING = { funding: [], acquisitions: [], execMoves: [], companies: [] };

function purchased<F extends FeedName>(feed: F, purchasedAt: string, record: object): OwnedRow<F> {
  const read = readRecord(feed, record);
  if (read === null) throw new Error("it is a record");
  return { key: read.id ?? "", record: read, purchasedAt };
}

describe("what is known of a company from owned rows", () => {
  it("is nothing where no row is about it", () => {
    const other = purchased("funding", "2026-01-01", { id: "x", company: { id: "other" }, investors: [{ id: "i" }] });
    expect(ownedHolding(ID, { ...NOTHING, funding: [other] })).toBeUndefined();
  });

  it("is every event in which it has a role, and the company of the newest row", () => {
    const investors = [{ id: "i", name: "I" }];
    const holding = ownedHolding(ID, {
      ...NOTHING,
      funding: [
        purchased("funding", "2026-01-01", { id: "f1", announcedAt: "2025-01-01", company: US, investors }),
        purchased("funding", "2026-01-02", { id: "f2", announcedAt: "2024-01-01", company: US, investors }),
      ],
      acquisitions: [
        purchased("acquisitions", "2026-01-03", { id: "a", announcedAt: "2023-01-01", acquirer: US, target: {} }),
      ],
      execMoves: [
        purchased("execMoves", "2026-01-04", {
          id: "m",
          announcedAt: "2022-01-01",
          fromCompany: { ...US, domain: "us.example" },
        }),
      ],
    });
    expect(holding?.events.map(({ date }) => date?.slice(0, 4))).toEqual(["2022", "2023", "2024", "2025"]);
    expect(holding?.investors).toHaveLength(1);
    expect(holding?.company?.domain).toBe("us.example");
    // No kind is complete: what else there is is unknown.
    expect([holding?.whole, holding?.purchasedAt]).toEqual([[], "2026-01-01"]);
  });

  it("is the company alone where only its own row is owned", () => {
    const companies = [purchased("companies", "2026-01-01", US)];
    expect(ownedHolding(ID, { ...NOTHING, companies })?.events).toEqual([]);
  });
});
