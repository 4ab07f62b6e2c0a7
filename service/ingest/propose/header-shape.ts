import { createHash } from "node:crypto";
import { foldName } from "../read/tables/column-names";

/** Returns the same text for headers with the same names, in any order and spelling, by which a map is remembered. */
export function headerShape(header: readonly string[]): string {
  const names = header.map(foldName).sort();
  return createHash("sha256").update(JSON.stringify(names)).digest("hex").slice(0, 32);
}

/** Returns the name of a source: that of the file without dates, so that the next edition has the same. */
export function sourceName(fileName: string): string {
  const words = fileName
    .replace(/^.*[/\\]/, "")
    .replace(/(?:\.(?:csv|tsv|txt|xlsx|xlsm|json|jsonl|ndjson|parquet|gz|zip|tar|tgz))+$/i, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(
      (word) => !/^(?:|\d+|\d{4}q\d|q\d|v\d+|copy|final|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/.test(word),
    );
  const name = words.join("-").slice(0, 60).replace(/-+$/, "");
  return name === "" ? "import" : name;
}
