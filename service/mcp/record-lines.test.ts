import { expect, it } from "vitest";
import { batchItemLines, eventText, recordsText } from "./record-lines";

const URL = `https://news.example/${"long-".repeat(60)}story`;
const RECORD = { announcedAt: "2026-01-02T00:00:00.000Z", sources: [1, 2, 3, 4].map((n) => ({ url: `${URL}?${n}` })) };
const CITED = `sources ${URL}?1, ${URL}?2, ${URL}?3`;

it.each(["funding", "acquisitions", "execMoves"] as const)("the text of a record of %s cites its sources", (feed) => {
  const text = recordsText(feed, [RECORD]);
  expect(text).toContain(CITED);
  expect(text).not.toContain("?4");
});

it("the text of a timeline cites the sources of each event, also in a batch", () => {
  const event = { kind: "exec_move", date: RECORD.announcedAt, execMove: RECORD };
  expect(eventText(event)).toContain(CITED);
  const timeline = { company: { name: "Alder" }, events: [event, event] };
  const lines = batchItemLines({ query: { name: "alder" }, status: "served", timeline }).split("\n");
  expect(lines).toEqual([`{"name":"alder"} served: Alder`, eventText(event), eventText(event)]);
  expect(batchItemLines({ query: { name: "x" }, status: "not_found" })).toBe(`{"name":"x"} not_found`);
});
