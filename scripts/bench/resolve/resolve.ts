/**
 * Runs `npm run bench -- resolve <folder> [--json] [--fit]`: measures the matching of companies, deals and round names against
 * the labelled sets of the folder, or fits the weights of the score to them.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { THRESHOLDS } from "@/service/ingest/resolve/score";
import type { BenchOptions } from "../harness/options";
import { collectExamples } from "./examples";
import { measureSets } from "./figures";
import { fitWeights } from "./fit";
import { readSets } from "./sets";

const WEIGHTS = fileURLToPath(new URL("../../../service/ingest/resolve/weights.json", import.meta.url));
/** As many wrong and missed pairs are printed of each set. */
const PRINTED = 20;

export async function benchResolve({ folder, json, fit }: BenchOptions<"resolve">): Promise<void> {
  const sets = readSets(folder);
  if (fit) {
    const examples = collectExamples(sets);
    writeFileSync(WEIGHTS, `${JSON.stringify({ ...THRESHOLDS, ...fitWeights(examples) }, null, 2)}\n`);
    process.stdout.write(`Fitted the weights to ${examples.length} pairs; run the benchmark again to measure them.\n`);
    return;
  }
  const measured = Object.entries(measureSets(sets));
  if (json) {
    const figures = Object.fromEntries(measured.map(([name, { figures }]) => [name, figures]));
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    return;
  }
  for (const [name, { figures, wrong, missed }] of measured) {
    process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
    for (const text of wrong.slice(0, PRINTED)) process.stdout.write(`  wrong: ${text}\n`);
    for (const text of missed.slice(0, PRINTED)) process.stdout.write(`  missed: ${text}\n`);
  }
}
