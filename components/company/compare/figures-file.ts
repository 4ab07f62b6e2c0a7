/** Writes the figures of compared companies as CSV, for a memo. */

import { getInclude, type IncludeName } from "@/lib/api/timeline-part";
import { csvTable } from "@/lib/client/export/csv";
import { roundTitle } from "../event-words";
import { calculateMetrics } from "../metrics";
import type { Compared } from "./compared";

const HEAD = [
  "Company",
  "Domain",
  "Raised USD",
  "Rounds",
  "Last round",
  "Last round amount",
  "Last round date",
  "Months since last round",
  "Investors",
  "Deals",
  "Moves",
  "Country",
  "Founded",
];

/** Leaves the figures of a company empty that is not owned. */
export function figuresFile(companies: readonly Compared[], now: Date): Blob {
  const rows = companies.map(({ name, holding }) => {
    if (holding === undefined) return [name];
    const { company, events } = holding;
    const { raised, rounds, last, monthsSinceLast, investors } = calculateMetrics(holding, now);
    const counted = (kind: IncludeName) =>
      [...holding.whole, ...holding.cut].includes(kind)
        ? events.filter((event) => getInclude(event) === kind).length
        : null;
    return [
      name,
      company?.domain ?? null,
      raised,
      counted("funding") === null ? null : rounds.length,
      last === undefined ? null : roundTitle(last.round),
      last?.usd ?? last?.amount ?? null,
      last?.date.slice(0, 10) ?? null,
      monthsSinceLast ?? null,
      investors,
      counted("acquisitions"),
      counted("exec_moves"),
      company?.hqCountry?.name ?? company?.hqCountry?.code ?? null,
      company?.foundedYear ?? null,
    ];
  });
  return new Blob([csvTable(HEAD, rows)], { type: "text/csv" });
}
