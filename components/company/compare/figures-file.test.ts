import { readTimeline } from "@dealflow/client/timeline";
import { expect, it } from "vitest";
import { ALL_KINDS, mergeParts } from "@/lib/api/timeline-part";
import type { Compared } from "./compared";
import { figuresFile } from "./figures-file";

it("writes a line for each company, whose figures are empty where it is not owned", async () => {
  const announcedAt = "2026-03-17T00:00:00.000Z";
  const funding = { id: "1", round: "series-c", amountUsd: 96e6, announcedAt, investors: [] };
  const timeline = readTimeline({
    company: { name: "=Quorvane", domain: "quorvane.example", foundedYear: 2019 },
    events: [funding, { ...funding, id: "2", amountUsd: null, announcedAt: "2025-03-17T00:00:00.000Z" }].map(
      (round) => ({
        kind: "funding",
        date: round.announcedAt,
        funding: round,
      }),
    ),
    investors: [{ id: "a", name: "Hollin" }],
  });
  if (timeline === null) throw new Error("it is a timeline");
  const holding = mergeParts([
    { timeline, kinds: ALL_KINDS, cut: false, purchasedAt: announcedAt, available: 1, requestId: null, creditsUsed: 2 },
  ]);
  const rest = { id: "1", missing: false, unpurchased: [] } as unknown as Compared;
  const companies: Compared[] = [
    { ...rest, name: "=Quorvane", holding },
    { ...rest, name: "Hollin; Veld", holding: undefined },
  ];
  const lines = (await figuresFile(companies, new Date("2026-11-20")).text()).split("\r\n");
  expect(lines[1]).toBe('"\'=Quorvane","quorvane.example",96000000,2,1,"Series C",96000000,"2026-03-17",8,1,0,0,,2019');
  expect(lines[2]).toBe('"Hollin; Veld",,,,,,,,,,,,,');
});
