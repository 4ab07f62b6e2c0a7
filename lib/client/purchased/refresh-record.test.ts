import { type FeedRecord, readRecord } from "@dealflow/client/records";
import type { FeedName } from "@dealflow/contract/feeds";
import { describe, expect, it } from "vitest";
import { createPurchasedRecords } from "./purchased-record";
import { recordRefresh } from "./refresh-record";

const COMPANY = "0190f000-0000-7000-8000-000000000001";
const OTHER = "0190f000-0000-7000-8000-000000000002";
const AT = "2026-10-01T06:30:00.000Z";

function read<F extends FeedName>(feed: F, value: object): FeedRecord<F> {
  const record = readRecord(feed, value);
  if (record === null) throw new Error("an object is a record");
  return record;
}

function own<F extends FeedName>(feed: F, ...values: object[]) {
  const records = values.map((value) => read(feed, value));
  return createPurchasedRecords(feed, records, { purchasedAt: AT, requestId: null, view: "/" });
}

describe("the refresh of one record", () => {
  it("requests its company at its instant, and one record more than is owned of that", () => {
    const round = { id: "a", announcedAt: AT, company: { id: COMPANY } };
    const purchased = own(
      "funding",
      round,
      { ...round, id: "b" },
      { ...round, id: "c", announcedAt: "2026-10-01T06:30:00.001Z" },
      { ...round, id: "d", company: { id: OTHER } },
    );
    expect(recordRefresh("funding", read("funding", round), purchased)).toEqual({
      feed: "funding",
      key: "a",
      canonical: new URLSearchParams({ since: AT, until: AT, companyId: COMPANY }).toString(),
      most: 3,
    });
  });

  it("uses the stored instant of an announcement that is a day", () => {
    const round = { id: "a", announcedAt: "2026-10-01", company: { id: COMPANY } };
    const refresh = recordRefresh("funding", read("funding", round), own("funding", round));
    expect(new URLSearchParams(refresh?.canonical).get("until")).toBe("2026-10-01T00:00:00.000Z");
    expect(refresh?.most).toBe(2);
  });

  it("of a deal uses whichever of its companies is resolved", () => {
    const deal = { id: "a", announcedAt: AT, target: { name: "Not resolved" }, acquirer: { id: OTHER } };
    const refresh = recordRefresh("acquisitions", read("acquisitions", deal), own("acquisitions", deal));
    expect(new URLSearchParams(refresh?.canonical).get("companyId")).toBe(OTHER);
  });

  it("is not there for an unresolved company, and not for what is no event", () => {
    const round = read("funding", { id: "a", announcedAt: AT, company: { name: "Not resolved" } });
    expect(recordRefresh("funding", round, [])).toBeUndefined();
    expect(recordRefresh("companies", read("companies", { id: COMPANY, name: "Quorvane" }), [])).toBeUndefined();
  });
});
