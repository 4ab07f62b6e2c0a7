import { readTimeline } from "@dealflow/client/timeline";
import { describe, expect, it } from "vitest";
import { describeEvent, plainWords } from "./event-words";

const US = { id: "us", name: "Us" };
const THEM = { id: "them", name: "Them", hqCountry: { code: "DE", name: "Germany" } };

function eventText(event: Record<string, unknown>) {
  const read = readTimeline({ events: [event] })?.events[0];
  if (read === undefined) throw new Error("it is an event");
  const words = describeEvent(read, "us");
  return [words.type, plainWords(words), words.aside];
}

const deal = (acquisition: object) => eventText({ kind: "acquisition", acquisition });
const move = (execMove: object) =>
  eventText({ kind: "exec_move", execMove: { person: { name: "Ada" }, role: "CFO", ...execMove } });

describe("events in words", () => {
  it("of rounds name two investors and count the rest", () => {
    const investors = ["A", "B", "C"].map((name) => ({ name }));
    expect(eventText({ kind: "funding", funding: { round: "series-c", amountUsd: 96e6, investors } })).toEqual([
      "Series C",
      "$96.0m from A, B +1",
      undefined,
    ]);
    const euros = { amountUsd: null, amountOriginalCents: 100_00, amountOriginalCurrency: "EUR" };
    expect(eventText({ kind: "funding", funding: euros })).toEqual(["Round", "€100", undefined]);
    expect(eventText({ kind: "funding", funding: { ...euros, amountUsd: 110 } })).toEqual([
      "Round",
      "$110",
      "€100 stated",
    ]);
  });

  it("of deals say which side the company is on", () => {
    expect(deal({ acquirer: US, target: THEM, dealAmountUsd: 6.5e6, paymentType: "cash" })).toEqual([
      "Acquisition",
      "acquires Them, $6.5m in cash",
      "Germany",
    ]);
    expect(deal({ acquirer: { name: "Stranger" }, target: US, paymentType: "undisclosed" })[1]).toBe(
      "is acquired by Stranger, undisclosed amount",
    );
    expect(deal({ acquirer: US, target: THEM, isMerger: true, paymentType: "stock" }).slice(0, 2)).toEqual([
      "Merger",
      "merges with Them, undisclosed amount, in stock",
    ]);
  });

  it("of moves say who comes, rises and leaves", () => {
    expect(move({ moveType: "appointment", company: US, fromCompany: THEM })).toEqual([
      "Appointment",
      "Ada joins as CFO",
      "from Them",
    ]);
    expect(move({ moveType: "promotion", company: US, fromCompany: US })).toEqual([
      "Promotion",
      "Ada becomes CFO",
      undefined,
    ]);
    expect(move({ moveType: "departure", company: US })[1]).toBe("Ada leaves as CFO");
    for (const moveType of ["appointment", "transition"])
      expect(move({ moveType, company: THEM, fromCompany: US })).toEqual([
        "Departure",
        "Ada leaves for Them as CFO",
        undefined,
      ]);
    expect(move({ moveType: "appointment", company: US, role: null })[1]).toBe("Ada joins");
  });

  it("of a kind that is not known are no error", () => {
    expect(eventText({ kind: "ipo" })[0]).toBe("ipo");
  });
});
