/** Shows pairs of reports that were joined wrongly or not at all, as sentences to read. */
import { Chance } from "@/service/ingest/demo/random";
import { groupBy } from "./group";
import type { Placed } from "./import";
import { companyPlacements, eventPlacements, type Placement } from "./measure";
import { type Report, shuffled } from "./tell";

/** The benchmark shows as many pairs of each kind. */
const SHOWN = 25;

/** Returns one pair of each thing that is in several records, and of each record that holds several things. */
export function describeMistakes(reports: readonly Report[], placed: Placed): string[] {
  const companies = companyPlacements(reports, placed);
  const mentions = reports.flatMap((report) => report.mentions.map(({ stated }) => describeReport(report, stated)));
  const events = eventPlacements(reports, placed);
  const lines = reports.filter(({ event }) => event !== null).map((report) => describeReport(report, report.line));
  return [
    ...listPairs("missed company", companies, mentions, "truth", "record"),
    ...listPairs("wrong company", companies, mentions, "record", "truth"),
    ...listPairs("missed event", events, lines, "truth", "record"),
    ...listPairs("wrong event", events, lines, "record", "truth"),
  ];
}

function describeReport({ source }: Report, stated: unknown): string {
  return `${source} ${JSON.stringify(stated).replaceAll('"', "")}`;
}

function listPairs(
  what: string,
  placements: readonly Placement[],
  texts: readonly string[],
  same: "truth" | "record",
  other: "truth" | "record",
): string[] {
  const numbered = placements.map((placement, index) => ({ ...placement, index }));
  const found = [...groupBy(numbered, (one) => one[same]).values()].flatMap((group) => {
    const [first] = group;
    const second = group.find((one) => one[other] !== first?.[other]);
    return first === undefined || second === undefined
      ? []
      : [`${what}: ${texts[first.index]} | ${texts[second.index]}`];
  });
  return shuffled(found, new Chance(1)).slice(0, SHOWN);
}
