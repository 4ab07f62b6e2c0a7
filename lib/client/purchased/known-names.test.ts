import { readRecord } from "@dealflow/client/records";
import type { FeedName } from "@dealflow/contract/feeds";
import { describe, expect, it } from "vitest";
import { findNames, knownNames } from "./known-names";
import { createPurchasedRecords } from "./purchased-record";

const PURCHASE = { purchasedAt: "2026-11-20T10:00:00.000Z", requestId: null, view: "/" };
const INVESTOR = "0190a0c0-0000-7000-8000-00000000000a";

function owned<F extends FeedName>(feed: F, ...records: object[]) {
  return records.flatMap((one) => {
    const record = readRecord(feed, one);
    return record === null ? [] : createPurchasedRecords(feed, [record], PURCHASE);
  });
}

const NAMES = knownNames({
  funding: owned("funding", {
    id: "r1",
    company: { id: "C1", name: "Wrenfold", domain: "wrenfold.example" },
    investors: [{ id: INVESTOR, name: "Fennick Capital" }, { name: "Árdholt" }],
  }),
  acquisitions: owned("acquisitions", {
    id: "d1",
    target: { id: "c2", name: "Old Wren" },
    acquirer: { name: "No id" },
  }),
  execMoves: owned("execMoves", {
    id: "m1",
    person: { id: "p1", name: "Odile Marchetti" },
    role: "CRO",
    company: { id: "C1", name: "Wrenfold" },
  }),
  companies: [],
  investors: [],
});

describe("known names", () => {
  it("are of companies, investors and people in any owned record, each with its page", () => {
    expect(NAMES.companies.map(({ name, href, about }) => [name, href, about])).toEqual([
      ["Wrenfold", "/companies/c1", "wrenfold.example"],
      ["Old Wren", "/companies/c2", undefined],
    ]);
    expect(NAMES.investors.map(({ href }) => href)).toEqual([
      `/investors/${INVESTOR}`,
      `/investors/named?${new URLSearchParams({ name: "Árdholt" })}`,
    ]);
    expect(NAMES.people).toMatchObject([{ about: "CRO, Wrenfold", href: "/companies/c1?open=m1" }]);
  });

  it("are found by the beginnings of their words, without case and accents", () => {
    const found = (typed: string) => findNames(NAMES.companies, typed, 5).map(({ name }) => name);
    expect(found("WREN")).toEqual(["Wrenfold", "Old Wren"]);
    expect(found("ol wr")).toEqual(["Old Wren"]);
    expect(found("fold")).toEqual([]);
    expect(found(" ")).toEqual([]);
    expect(findNames(NAMES.investors, "ard", 5)).toHaveLength(1);
    expect(findNames(NAMES.companies, "wren", 1)).toHaveLength(1);
  });
});
