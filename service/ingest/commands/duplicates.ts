/** Lists records that may be one, decides about them, and merges two records. */
import { DUPLICATE_FEEDS, type DuplicateKind, type DuplicateList } from "@dealflow/contract/account/duplicates";
import { factsAt } from "@dealflow/contract/records/facts";
import { comparedFields } from "@dealflow/contract/records/fields";
import type pg from "pg";
import * as z from "zod";
import type { Verdict } from "../arguments/command-arguments";
import { mergeByHand } from "../merge/merge";
import { decideDuplicate, listDuplicates, undoDecision } from "../merge/review";
import { kindName } from "../write/import-records";
import { type CommandOutput, counted } from "./command-output";

const LISTED = 50;

export async function runDuplicates(pool: pg.Pool, kind: DuplicateKind | undefined): Promise<CommandOutput> {
  const list = await listDuplicates(pool, { state: "open", kind, limit: LISTED });
  return { json: list, text: listLines(list, kind).join("\n") };
}

function listLines({ pairs, rules }: DuplicateList, wanted: DuplicateKind | undefined): string[] {
  const open = rules.reduce((sum, rule) => sum + (wanted === undefined || rule.kind === wanted ? rule.open : 0), 0);
  if (open === 0) return ["No pair is open."];
  const lines = [`${counted(open, "pair")} ${open === 1 ? "is" : "are"} open, the likeliest of each rule first:`];
  for (const { id, kind, score, because, left, right } of pairs) {
    lines.push("", `${id}  ${kindName(kind)}: ${left.name} / ${right.name}, score ${score.toFixed(2)}`);
    for (const { label, path, format } of comparedFields(DUPLICATE_FEEDS[kind])) {
      if (format === "id") continue;
      const [one, other] = [left, right].map(({ record }) => factsAt(record, path).map(factText).join(", "));
      if (one !== other) lines.push(`      ${label}: ${one || "unknown"} / ${other || "unknown"}`);
    }
    lines.push(`      ${because.join("; ")}`);
  }
  lines.push("", "Decide with: npm run import -- decide <number> same|different|later|undo");
  return lines;
}

const country = z.object({ name: z.string() });

function factText(fact: unknown): string {
  return country.safeParse(fact).data?.name ?? String(fact);
}

export async function runDecide(pool: pg.Pool, id: number, verdict: Verdict): Promise<CommandOutput> {
  const now = new Date();
  if (verdict === "undo") await undoDecision(pool, id, now);
  else await decideDuplicate(pool, id, { verdict, person: null, now });
  const done = {
    same: "are one record now",
    different: "stay two records, in every import",
    later: "are put off",
    undo: "are open again",
  };
  return { json: { id, verdict }, text: `The two of pair ${id} ${done[verdict]}.` };
}

export async function runMerge(pool: pg.Pool, records: readonly [string, string]): Promise<CommandOutput> {
  const merged = await mergeByHand(pool, records, new Date());
  const { id, kind, title, into } = merged;
  return {
    json: merged,
    text: `Both are the ${kindName(kind)} ${title} (${into}) now.\nImport ${id}; make them two again with: npm run import -- undo ${id}`,
  };
}
