/** Lists the order in which sources are trusted, or sets it. */
import type pg from "pg";
import type { TrustArguments } from "../decision-arguments";
import { listTrust, type RankedSource, setTrust } from "../imports/source-trust";
import { EXIT } from "./exit-codes";

export async function printTrust(pool: pg.Pool, { sources, json }: TrustArguments): Promise<number> {
  if (sources !== undefined) await setTrust(pool, sources);
  const list = await listTrust(pool);
  process.stdout.write(json ? `${JSON.stringify(list)}\n` : `${trustLines(list).join("\n")}\n`);
  return EXIT.done;
}

function trustLines(list: readonly RankedSource[]): string[] {
  if (list.length === 0) return ["Nothing was imported yet."];
  const lines = list.map(({ source, place }) => `  ${place === null ? "–" : place}  ${source}`);
  return [
    "Where two sources state different values, the one with the lower number counts; of those without one, the first that",
    "named the record. A new order applies to what is imported from now on.",
    ...lines,
  ];
}
