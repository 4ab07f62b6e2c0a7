/** Tells how a record came about and why two are not one, and separates what was joined wrongly. */
import type { RecordComparison, RecordOrigin } from "@dealflow/contract/account/imports/imports";
import type pg from "pg";
import { describeOrigin, type SourceDecision, sampleJoins } from "../imports/how";
import { separate } from "../imports/separate";
import { compareRecords } from "../merge/compare";
import { kindName } from "../write/import-records";
import { type CommandOutput, counted } from "./command-output";

export async function runHow(pool: pg.Pool, record: string, other: string | undefined): Promise<CommandOutput> {
  if (other !== undefined) {
    const comparison = await compareRecords(pool, [record, other]);
    return { json: comparison, text: comparisonLines(comparison).join("\n") };
  }
  const origin = await describeOrigin(pool, record);
  return { json: origin, text: originLines(origin).join("\n") };
}

const SAMPLED = 50;

export async function runJoins(pool: pg.Pool): Promise<CommandOutput> {
  const sample = await sampleJoins(pool, SAMPLED);
  const lines = [`${sample.joins.length} of ${sample.all.toLocaleString("en-US")} joins, chosen at random`];
  for (const { record, ...decision } of sample.joins)
    lines.push("", `${kindName(record.kind)} ${record.title} (${record.id})`, ...decisionLines(decision));
  return { json: sample, text: lines.join("\n") };
}

function decisionLines({ id, source, key, verdict, because, score }: SourceDecision): string[] {
  const likelihood = score === null ? "" : ` (score ${score.toFixed(2)})`;
  return [
    `  ${id}  ${source}: ${key} is ${verdict === "same" ? "this record" : "another"}${likelihood}`,
    ...because.map((reason) => `        ${reason}`),
  ];
}

const VERDICTS: Readonly<Record<RecordComparison["verdict"], string>> = {
  one: "They are one record.",
  same: "They are two records, and the next import that changes either makes them one.",
  unsure: "They may be one record: a person decides.",
  different: "They are two records, because",
};

function comparisonLines({ left, right, verdict, because }: RecordComparison): string[] {
  return [
    ...[left, right].map(({ id, kind, title }) => `${kindName(kind)} ${title} (${id})`),
    ...["", VERDICTS[verdict], ...because.map((reason) => `  ${reason}`)],
    ...(verdict === "different" || verdict === "one" ? [] : ["", "To merge them: npm run import -- merge <id> <id>"]),
  ];
}

const EFFECTS = { added: "added it", changed: "changed it", named: "named it", removed: "removed it" } as const;

function originLines({ id, kind, title, reports, keys, joins, disagreements }: RecordOrigin): string[] {
  const lines = [`${kindName(kind)} ${title} (${id})`, "", "Imports"];
  for (const { importId, source, file, at, line, effect, reason } of reports)
    lines.push(
      `  ${at.slice(0, 10)}  import ${importId}, ${source}: ${reason ?? `row ${line} of ${file} ${EFFECTS[effect]}`}`,
    );
  if (reports.length === 0) lines.push("  none");
  if (keys.length > 0) lines.push("", "Keys", ...keys.map(({ source, key }) => `  ${source}: ${key}`));
  if (disagreements.length > 0) lines.push("", "Sources state different values");
  for (const { fact, values } of disagreements)
    lines.push(`  ${fact}: ${values.map(({ value, sources }) => `${value} (${sources.join(", ")})`).join("; ")}`);
  if (joins.length > 0) lines.push("", "Decisions");
  lines.push(...joins.flatMap(decisionLines));
  if (joins.some((decision) => decision.verdict === "same"))
    lines.push("", "If a decision is wrong: npm run import -- separate <its number>");
  return lines;
}

export async function runSeparate(pool: pg.Pool, id: number): Promise<CommandOutput> {
  const separation = await separate(pool, id, new Date());
  const { source, key, rederived } = separation;
  const imports = rederived === 1 ? "one import was" : `${counted(rederived, "import")} were`;
  return {
    json: separation,
    text: `${key} of ${source} is a record of its own now, in every import; ${imports} derived again.`,
  };
}
