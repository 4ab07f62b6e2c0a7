/** Writes the figures of compared companies as CSV, for a memo. */

import { csvTable } from "@/lib/client/export/csv";
import { roundTitle } from "../event-words";
import { calculateMetrics } from "../metrics";
import { type Compared, countKind } from "./compared";

const HEAD = [
  "Company",
  "Domain",
  "Raised USD",
  "Rounds",
  "Rounds without USD amount",
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
    const { company } = holding;
    const { raised, rounds, undisclosed, last, monthsSinceLast, investors } = calculateMetrics(holding, now);
    return [
      name,
      company?.domain ?? null,
      raised,
      ...(countKind(holding, "funding") === undefined ? [null, null] : [rounds.length, undisclosed]),
      last === undefined ? null : roundTitle(last.round),
      last?.usd ?? last?.amount ?? null,
      last?.date.slice(0, 10) ?? null,
      monthsSinceLast ?? null,
      investors,
      countKind(holding, "acquisitions") ?? null,
      countKind(holding, "exec_moves") ?? null,
      company?.hqCountry?.name ?? company?.hqCountry?.code ?? null,
      company?.foundedYear ?? null,
    ];
  });
  return new Blob([csvTable(HEAD, rows)], { type: "text/csv" });
}
