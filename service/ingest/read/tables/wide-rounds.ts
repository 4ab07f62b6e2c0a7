/** Reads companies with columns for each of several rounds as the rounds, each with the facts of its company. */
import type { Table, TableRow } from "./table";

/** The names of such columns begin with a stage: `Seed_Amount`, `Seed_Date`, `Series_A_Amount`. */
const STAGE_COLUMN =
  /^(pre[\s_.-]?seed|seed|angel|series[\s_.-]?[a-k]|round[\s_.-]?[a-k1-9]|(?:no|unknown)[\s_.-]?stage)[\s_.-]+(\S.*)$/i;
const WITHOUT_STAGE = /^(?:no|unknown)/i;
const WHEN = /date|announced|closed|year/i;
/** The list has one column for each fact of a round, as a list within JSON has. */
const LIST = "rounds";
const NOTE =
  "The columns of each round are read as rows of their own, with the other facts of the row; lines count these rows.";

interface Stage {
  readonly name: string;
  /** The columns of its facts, by the names of the facts. */
  readonly columns: ReadonlyMap<string, number>;
}

/** Returns the stage of a round that the name of a column begins with, and the fact that follows; undefined without one. */
export function readStageColumn(name: string): { readonly stage: string; readonly fact: string } | undefined {
  const [, stage, fact] = STAGE_COLUMN.exec(name) ?? [];
  return stage === undefined || fact === undefined ? undefined : { stage: stage.replace(/[\s_.-]+/g, " "), fact };
}

/**
 * Returns the table with a row for each round, where at least two rounds have their dates.
 * @param needed columns that a map reads; a map of the columns as they are in the file finds them so
 */
export function expandWideRounds(table: Table, needed: readonly string[] = []): Table {
  const stages = findStages(table.header);
  const dated = stages.filter(({ columns }) => [...columns.keys()].some((fact) => WHEN.test(fact)));
  const isKnown = needed.some((name) => readStageColumn(name) !== undefined);
  if (dated.length < 2 || isKnown || table.header.some((name) => name.startsWith(`${LIST}.`))) return table;
  const used = new Set(stages.flatMap(({ columns }) => [...columns.values()]));
  const others = table.header.flatMap((_, index) => (used.has(index) ? [] : [index]));
  const facts = [...new Set(stages.flatMap(({ columns }) => [...columns.keys()]))];
  return {
    ...table,
    header: [
      ...others.map((index) => table.header[index] ?? ""),
      `${LIST}.stage`,
      ...facts.map((fact) => `${LIST}.${fact}`),
    ],
    rows: expandRows(table.rows, others, stages, facts),
    notes: () => [...table.notes(), NOTE],
  };
}

function findStages(header: readonly string[]): Stage[] {
  const stages = new Map<string, Map<string, number>>([]);
  for (const [index, name] of header.entries()) {
    const found = readStageColumn(name);
    if (found === undefined) continue;
    const columns = stages.get(found.stage) ?? new Map([]);
    stages.set(found.stage, columns.set(found.fact.toLowerCase(), index));
  }
  return [...stages].map(([name, columns]) => ({ name: WITHOUT_STAGE.test(name) ? "" : name, columns }));
}

async function* expandRows(
  rows: AsyncIterable<TableRow>,
  others: readonly number[],
  stages: readonly Stage[],
  facts: readonly string[],
): AsyncGenerator<TableRow> {
  let line = 0;
  for await (const row of rows) {
    if ("reason" in row) {
      yield { ...row, line: ++line };
      continue;
    }
    const own = others.map((index) => row.cells[index] ?? "");
    const rounds = stages.flatMap(({ name, columns }) => {
      const cells = facts.map((fact) => row.cells[columns.get(fact) ?? -1] ?? "");
      return cells.some((cell) => cell.trim() !== "") ? [[name, ...cells]] : [];
    });
    const alone = ["", ...facts.map(() => "")];
    for (const round of rounds.length === 0 ? [alone] : rounds) yield { line: ++line, cells: [...own, ...round] };
  }
}
