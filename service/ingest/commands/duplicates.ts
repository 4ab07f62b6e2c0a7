/** Lists companies that may be one, decides about them, and merges two records. */
import { factsAt } from "@dealflow/contract/records/facts";
import type pg from "pg";
import type { DecideArguments, DuplicatesArguments, MergeArguments } from "../decision-arguments";
import { mergeByHand } from "../merge/merge";
import { type DuplicateList, decideDuplicate, listDuplicates, undoDecision } from "../merge/review";
import { kindName } from "../write/import-records";
import { EXIT } from "./exit-codes";

const LISTED = 50;
const COMPARED = [
  ["domain", "domain"],
  ["country", "hqCountry.name"],
  ["city", "hqCity"],
  ["founded", "foundedYear"],
  ["profile", "socialUrl"],
  ["industry", "industryGroup"],
  ["description", "description"],
] as const;

export async function printDuplicates(pool: pg.Pool, { json }: DuplicatesArguments): Promise<number> {
  const list = await listDuplicates(pool, { state: "open", limit: LISTED });
  process.stdout.write(json ? `${JSON.stringify(list)}\n` : `${listLines(list).join("\n")}\n`);
  return EXIT.done;
}

function listLines({ pairs, rules }: DuplicateList): string[] {
  const open = rules.reduce((sum, rule) => sum + rule.open, 0);
  if (open === 0) return ["No pair of companies is open."];
  const lines = [
    `${open === 1 ? "1 pair is" : `${open.toLocaleString("en-US")} pairs are`} open, the likeliest first:`,
  ];
  for (const { id, score, because, left, right } of pairs) {
    lines.push("", `${id}  ${left.name} / ${right.name}, score ${score.toFixed(2)}`);
    for (const [title, path] of COMPARED) {
      const [one, other] = [left, right].map(({ record }) => factsAt(record, path).join(", "));
      if (one !== other) lines.push(`      ${title}: ${one || "unknown"} / ${other || "unknown"}`);
    }
    lines.push(`      ${because.join("; ")}`);
  }
  lines.push("", "Decide with: npm run import -- decide <number> same|different|later|undo");
  return lines;
}

export async function printDecision(pool: pg.Pool, { id, verdict, json }: DecideArguments): Promise<number> {
  const now = new Date();
  if (verdict === "undo") await undoDecision(pool, id, now);
  else await decideDuplicate(pool, id, { verdict, person: null, now });
  const done = {
    same: "are one company now",
    different: "stay two companies, in every import",
    later: "are put off",
    undo: "are open again",
  };
  process.stdout.write(json ? `${JSON.stringify({ id, verdict })}\n` : `The two of pair ${id} ${done[verdict]}.\n`);
  return EXIT.done;
}

export async function printMerge(pool: pg.Pool, { records, json }: MergeArguments): Promise<number> {
  const merged = await mergeByHand(pool, records, new Date());
  const { id, kind, title, into } = merged;
  process.stdout.write(
    json
      ? `${JSON.stringify(merged)}\n`
      : `Both are the ${kindName(kind)} ${title} (${into}) now.\nImport ${id}; make them two again with: npm run import -- undo ${id}\n`,
  );
  return EXIT.done;
}
