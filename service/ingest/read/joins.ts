/** Adds columns of other files to each row, by keys that both files have. */
import { readdirSync } from "node:fs";
import { basename, dirname, join as joinPath } from "node:path";
import { type Member, matchesName, openSource, type Source } from "./files/source";
import { InputError } from "./input";
import { addedColumns } from "./map";
import { ColumnError } from "./map-row";
import type { Join } from "./map-schema";
import { rowFilter } from "./row-filter";
import { ColumnFinder } from "./tables/column-names";
import { openTable } from "./tables/open-table";

/** The rows of the other file are held in memory, about 200 bytes each. */
const MOST_ROWS = 2_000_000;
const LIST_SEPARATOR = "; ";

export interface Joined {
  readonly header: readonly string[];
  /** Returns the cells with those of the other files. */
  extend(cells: readonly string[]): readonly string[];
  /** Forgets the rows that were extended so far, before all of them are read a second time. */
  restart(): void;
  /** Returns one sentence for each file that has no row for some rows. */
  notes(): string[];
}

/**
 * Reads the other files of the joins, each of which may use the columns that the earlier ones added. Throws
 * `InputError` for a file that is not there or has more than 2,000,000 rows, and `ColumnError`.
 */
export async function openJoins(source: Source, joins: readonly Join[], header: readonly string[]): Promise<Joined> {
  const lookups: Lookup[] = [];
  let columns = [...header];
  for (const join of joins) {
    const lookup = new Lookup(join, columns);
    const member = await findMember(source, join);
    if (member !== undefined) await lookup.read(source, member);
    lookups.push(lookup);
    columns = [...columns, ...addedColumns(join)];
  }
  return {
    header: columns,
    extend: (cells) => {
      if (lookups.length === 0) return cells;
      const row = [...cells];
      for (const lookup of lookups) row.push(...lookup.get(row));
      return row;
    },
    restart: () => {
      for (const lookup of lookups) lookup.restart();
    },
    notes: () => lookups.flatMap((lookup) => lookup.notes()),
  };
}

/** The rows of the other file, by the key that the rows here have. */
class Lookup {
  readonly #here: readonly number[];
  readonly #rows = new Map<string, string[][]>([]);
  readonly #none: readonly string[];
  #unmatched = 0;
  #isAbsent = true;

  constructor(
    private readonly join: Join,
    header: readonly string[],
  ) {
    this.#here = getIndexes(Object.keys(join.on), header, "The file");
    this.#none = addedColumns(join).map(() => "");
  }

  async read(source: Source, member: Member): Promise<void> {
    const { join } = this;
    const { sheet, quotes, joins = [] } = join;
    const there = Object.values(join.on);
    const added = new Set(joins.flatMap(addedColumns));
    const needed = [...there, ...join.columns, ...join.where.map(({ column }) => column)];
    const table = await openTable(member, { sheet, quotes, columns: needed.filter((column) => !added.has(column)) });
    const joined = await openJoins(source, joins, table.header);
    const keys = getIndexes(there, joined.header, member.label);
    const finder = new ColumnFinder(joined.header);
    const columns = [
      ...getIndexes(join.columns, joined.header, member.label),
      ...join.optionalColumns.map((column) => finder.find(column) ?? -1),
    ];
    const isUsed = rowFilter(join.where, joined.header, member.label);
    this.#isAbsent = false;
    let count = 0;
    for await (const row of table.rows) {
      if ("reason" in row) continue;
      const cells = joined.extend(row.cells);
      if (!isUsed(cells)) continue;
      const key = getKey(cells, keys);
      if (key === undefined) continue;
      if (++count > MOST_ROWS)
        throw new InputError(
          `${member.label} has more than ${MOST_ROWS.toLocaleString("en-US")} rows, too many to join; leave some out with where.`,
        );
      const values = columns.map((index) => cells[index]?.trim() ?? "");
      this.#add(key, values);
    }
  }

  #add(key: string, cells: string[]): void {
    const rows = this.#rows.get(key);
    if (rows === undefined) this.#rows.set(key, [cells]);
    else if (this.join.many === "list") rows.push(cells);
  }

  get(row: readonly string[]): readonly string[] {
    const key = getKey(row, this.#here);
    const rows = key === undefined ? undefined : this.#rows.get(key);
    if (rows === undefined) {
      this.#unmatched++;
      return this.#none;
    }
    if (rows.length === 1) return rows[0] ?? this.#none;
    return this.#none.map((_, index) => {
      const texts = new Set(rows.map((cells) => cells[index] ?? ""));
      return [...texts].filter((text) => text !== "").join(LIST_SEPARATOR);
    });
  }

  restart(): void {
    this.#unmatched = 0;
  }

  notes(): string[] {
    if (this.#isAbsent) return [`There is no ${this.join.file}, so nothing was added from it.`];
    if (this.#unmatched === 0) return [];
    const rows = this.#unmatched === 1 ? "1 row has" : `${this.#unmatched.toLocaleString("en-US")} rows have`;
    return [`${rows} no match in ${this.join.file}.`];
  }
}

/** Returns the key of a row; undefined when one of its parts is empty. */
function getKey(cells: readonly string[], indexes: readonly number[]): string | undefined {
  const parts = indexes.map((index) => cells[index]?.trim() ?? "");
  if (parts.includes("")) return undefined;
  return parts.length === 1 ? parts[0] : JSON.stringify(parts);
}

function getIndexes(columns: readonly string[], header: readonly string[], file: string): number[] {
  const finder = new ColumnFinder(header);
  return columns.map((column) => {
    const index = finder.find(column);
    if (index === undefined) throw new ColumnError(`${file} lacks the column ${column}, used by joins.`);
    return index;
  });
}

/** Finds a file in the archive itself, or else next to the file that is imported; undefined when it may be absent. */
async function findMember(source: Source, { file: pattern, optional }: Join): Promise<Member | undefined> {
  const inside = source.members.filter(({ name }) => matchesName(name, pattern));
  if (inside.length === 1 && inside[0] !== undefined) return inside[0];
  if (inside.length > 1)
    throw new InputError(`${source.path} has ${inside.length} files named ${pattern}, used by joins.`);
  const folder = dirname(source.path);
  const names = readdirSync(folder).filter((name) => matchesName(name, pattern) && name !== basename(source.path));
  const [name] = names;
  if (name === undefined && optional) return undefined;
  if (name === undefined || names.length > 1)
    throw new InputError(
      `${names.length === 0 ? "No file" : `${names.length} files`} named ${pattern}, used by joins.`,
    );
  const beside = await openSource(joinPath(folder, name));
  const [member] = beside.members;
  if (member !== undefined && beside.members.length === 1) return member;
  throw new InputError(`${beside.path} has ${beside.members.length} files; joins need one of them.`);
}
