/** Sends single reports to a service, one after another, as a source does that reports what it hears. */
import { getQuantiles, type Quantiles } from "./metric";

const SOURCE = "bench-source";

export const REPORT_KINDS = ["a new company", "a known company", "a round of a known company"] as const;
type ReportKind = (typeof REPORT_KINDS)[number];

/** @param company is known by this name and domain */
function makeReport(kind: ReportKind, number: number, company: { readonly name: string; readonly domain: string }) {
  switch (kind) {
    case "a new company":
      return {
        kind: "company",
        record: { name: `Umber ${number}`, domain: `umber-${number}.example`, hqCountry: "GB" },
      };
    case "a known company":
      return { kind: "company", record: { ...company, hqCity: `Harbour ${number}` } };
    case "a round of a known company":
      return {
        kind: "funding",
        record: {
          company,
          round: "series-c",
          announcedAt: "2026-05-04",
          amountOriginalCents: 500_000_000 + number,
          amountOriginalCurrency: "USD",
          investors: [`Fund ${number}`, `Ventures ${number}`],
          sources: [{ url: `https://bench.example/${number}`, outlet: null, title: null }],
        },
      };
  }
}

interface Receiver {
  readonly url: string;
  readonly token: string;
}

/** Returns how long each report took (ms). Throws on any status but 200, and when a report was refused. */
export async function measureReports(
  { url, token }: Receiver,
  kind: ReportKind,
  companies: Iterable<{ readonly name: string; readonly domain: string }>,
): Promise<Quantiles> {
  const times: number[] = [];
  let number = 0;
  for (const company of companies) {
    const body = JSON.stringify({ source: SOURCE, reports: [makeReport(kind, number++, company)] });
    const startedAt = performance.now();
    const response = await fetch(`${url}/ingest/reports`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body,
    });
    const answer = await response.text();
    times.push(performance.now() - startedAt);
    if (!response.ok || !answer.includes('"refused":[]')) throw new Error(`A report of ${kind}: ${answer}`);
  }
  return getQuantiles(times);
}
