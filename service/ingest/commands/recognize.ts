/** Finds out whether a file comes from one of the public sources, from its members and their columns. */
import { tryRow } from "../check-row";
import { PRESETS, type Preset, type PresetPart } from "../presets";
import { type Member, matchesName, type Source } from "../read/files/source";
import { InputError } from "../read/input";
import { getColumns, type ImportMap } from "../read/map";
import { openMapped } from "../read/read-mapped";
import { ColumnFinder } from "../read/tables/column-names";
import { openTable } from "../read/tables/open-table";
import { RowError } from "../row-error";

const FIRST_ROWS = 20;

/** A table of the file, and the map by which it is read. */
export interface RecognizedPart {
  readonly member: Member;
  readonly map: ImportMap;
}

export interface RecognizedFile {
  readonly preset: Preset;
  /** There is at least one. */
  readonly parts: readonly RecognizedPart[];
}

/** Returns the public source of a file; undefined when none is recognized. */
export async function recognizeFile(source: Source): Promise<RecognizedFile | undefined> {
  const hasColumns = readTables();
  for (const preset of PRESETS) {
    const parts = await findParts(source, preset, hasColumns);
    const [first] = parts;
    if (first === undefined) continue;
    // A table alone is known by its columns only; people edit such files, and write dates as they are used to.
    if (source.members.length > 1 || (await readsSome(source, first.map))) return { preset, parts };
  }
  return undefined;
}

/** Throws `InputError` when no table of the file is one of that source. */
export async function requirePreset(source: Source, preset: Preset): Promise<RecognizedFile> {
  const parts = await findParts(source, preset, readTables());
  if (parts.length > 0) return { preset, parts };
  const [first] = preset.parts;
  const names = source.members.map(({ name }) => name).join(", ");
  throw new InputError(
    `${source.path} does not hold ${preset.title}: it needs ${first?.map.file ?? "a table"} with the columns ${first?.columns.join(", ")}; it has ${names}.`,
  );
}

async function findParts(source: Source, preset: Preset, hasColumns: HasColumns): Promise<RecognizedPart[]> {
  const [only] = source.members;
  if (only !== undefined && source.members.length === 1) return partsOfTable(only, preset, hasColumns);
  const found: RecognizedPart[] = [];
  let isCertain = false;
  for (const part of preset.parts.filter(({ reading }) => reading !== "alone")) {
    const member = namedMember(source, part);
    if (member === undefined || !(await hasColumns(member, part.map, getColumns(part.map)))) continue;
    found.push({ member, map: part.map });
    isCertain ||= await hasColumns(member, part.map, part.columns);
  }
  // Names such as investors.csv alone say nothing about their source.
  return isCertain ? found : [];
}

/** Returns the first part that the only table of a file is, or several that are read of one table. */
async function partsOfTable(member: Member, preset: Preset, hasColumns: HasColumns): Promise<RecognizedPart[]> {
  const found: RecognizedPart[] = [];
  for (const { map, columns, reading } of preset.parts) {
    if (found.length > 0 && reading !== "also") break;
    // The only table is known by its columns, so its file may have any name.
    const unnamed = { ...map, file: undefined };
    if (await hasColumns(member, unnamed, [...columns, ...getColumns(unnamed)])) found.push({ member, map: unnamed });
  }
  return found;
}

/** Tells whether a map reads any of the first rows: a file with the same columns may have dates that are written in another way. */
export async function readsSome(source: Source, map: ImportMap): Promise<boolean> {
  const { dates, numbers } = map;
  const formats = { dates, numbers, rates: null, now: new Date() };
  const { rows } = await openMapped(source, map);
  let count = 0;
  for await (const read of rows) {
    if ("row" in read && !(tryRow(read.row, formats) instanceof RowError)) return true;
    if (++count === FIRST_ROWS) return false;
  }
  return count === 0;
}

function namedMember({ members }: Source, { map }: PresetPart): Member | undefined {
  const { file } = map;
  const named = file === undefined ? [] : members.filter(({ name }) => matchesName(name, file));
  return named.length === 1 ? named[0] : undefined;
}

type HasColumns = (member: Member, map: ImportMap, columns: readonly string[]) => Promise<boolean>;

/** Reads the header of each table once, since the start of a member of a large archive may be far from its own. */
function readTables(): HasColumns {
  const headers = new Map<string, ColumnFinder>([]);
  return async (member, map, columns) => {
    const finder = headers.get(member.name) ?? (await readHeader(member, map));
    headers.set(member.name, finder);
    return columns.every((column) => finder.find(column) !== undefined);
  };
}

async function readHeader(member: Member, { encoding, header }: ImportMap): Promise<ColumnFinder> {
  const table = await openTable(member, { encoding, headerLine: header });
  // Rows that were begun and left close the file.
  for await (const _ of table.rows) break;
  return new ColumnFinder(table.header);
}
