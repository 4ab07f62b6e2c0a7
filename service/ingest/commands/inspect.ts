/** Shows how a file would be read: its map, what each column fills, and its first rows as they will look. */
import type { ImportInspection } from "@dealflow/contract/account/imports/imports";
import type { FileArguments } from "../arguments/arguments";
import { tryRow } from "../check-row";
import { FIELDS } from "../fields";
import { EVENT_KEY } from "../propose/assign";
import type { ProposedColumn } from "../propose/propose-map";
import { proposeMember } from "../propose/propose-member";
import { openSource } from "../read/files/source";
import { type ImportMap, loadMap, type Rule, ruleColumns } from "../read/map";
import { openMapped } from "../read/read-mapped";
import { columnLines, MAP_FOLLOWS } from "../report/text-report";
import { RowError } from "../row-error";
import { EXIT } from "./command-output";
import { findMap, findPreset } from "./open-file";
import { previewCell, previewFields } from "./preview";
import { openRates, type RatesFile } from "./rates-file";
import type { RecognizedFile } from "./recognize";

const PREVIEW_ROWS = 100;

export async function printInspection(args: FileArguments, dataDir: string): Promise<number> {
  const inspection = await inspect(args, dataDir);
  process.stdout.write(args.json ? `${JSON.stringify(inspection)}\n` : `${textLines(inspection).join("\n")}\n`);
  return EXIT.done;
}

/** Shows rates by day; they have no map to change. */
function inspectRates({ member, days }: RatesFile): ImportInspection {
  const newest = days.slice(-PREVIEW_ROWS).toReversed();
  const rows = newest.map(({ date, perEuro }, index) => ({
    line: index + 2,
    cells: [date, [...perEuro].map(([currency, units]) => `${currency} ${units}`).join(", ")],
    refused: null,
  }));
  return {
    ...{ kind: "rates", confidence: 1, part: member.name, columns: [], fields: [], map: "", isRemembered: false },
    preview: { fields: ["day", "oneEuroBuys"], rows },
  };
}

async function inspect(args: FileArguments, dataDir: string): Promise<ImportInspection> {
  const source = await openSource(args.file);
  const rates = await openRates(source, args);
  if (rates !== undefined) return inspectRates(rates);
  const given = args.map === undefined ? undefined : loadMap(args.map);
  const preset = await findPreset(source, args, given);
  const certain = given ?? mainMap(preset);
  const found = certain === undefined ? await findMap(source, args, dataDir) : { map: certain, proposal: null };
  const { map, proposal } = found;
  const isCertain = proposal === null;
  const { member, rows } = await openMapped(source, map);
  const { columns, confidence } = proposal ?? (await proposeMember(source, member, { kind: map.kind }));
  const formats = { dates: map.dates, numbers: map.numbers, rates: null, now: new Date() };
  const fields = previewFields(map);
  const preview: ImportInspection["preview"]["rows"][number][] = [];
  for await (const read of rows) {
    if (preview.length === PREVIEW_ROWS) break;
    const { line } = read;
    const checked = "reason" in read ? new RowError(read.reason) : tryRow(read.row, formats);
    if (checked instanceof RowError) preview.push({ line, cells: [], refused: checked.message });
    else preview.push({ line, cells: fields.map((field) => previewCell(checked.statement, field)), refused: null });
  }
  return {
    kind: map.kind,
    confidence: isCertain ? 1 : confidence,
    part: source.members.length > 1 ? member.name : (map.sheet ?? null),
    columns: columns.map((one) => withField(one, map, isCertain)),
    fields: getFields(map),
    map: JSON.stringify(isCertain ? map : proposal?.map, null, 2),
    isRemembered: certain === undefined && isCertain,
    preview: { fields, rows: preview },
  };
}

/** Returns the map of the first events of a public source, which stands for those of all its parts. */
function mainMap(recognized: RecognizedFile | undefined): ImportMap | undefined {
  if (recognized === undefined) return undefined;
  const { preset, parts } = recognized;
  const main = parts.find(({ map }) => isEvent(map)) ?? parts[0];
  return main && { ...main.map, preset: preset.name };
}

/** Returns the fields that a column may fill; whether a row only adds to known companies is no value of a row. */
function getFields(map: ImportMap): string[] {
  const { texts, lists } = FIELDS[map.kind];
  return [...texts, ...lists, ...(isEvent(map) ? [EVENT_KEY] : [])].filter((field) => field !== "known");
}

function isEvent({ kind }: ImportMap): boolean {
  return kind !== "company" && kind !== "investor";
}

/** Says which field a column fills by the map; what a person chose is sure. */
function withField(proposed: ProposedColumn, map: ImportMap, isGiven: boolean): ProposedColumn {
  const reads = (rule: Rule) => ruleColumns(rule).includes(proposed.column);
  const isKey = map.key.some((name) => name === proposed.column);
  const filled = Object.entries(map.fields).find(([, rules]) => rules.some(reads))?.[0];
  const field = filled ?? (isKey ? EVENT_KEY : null);
  const isChosen = isGiven && field !== proposed.field?.split(", ")[0];
  return { ...proposed, field, ...(isChosen ? { confidence: 1, why: "chosen" } : {}) };
}

function textLines({ kind, columns, map, preview }: ImportInspection): string[] {
  return [
    `The file holds ${kind} records. Its columns are read as:`,
    ...columnLines(columns),
    `First rows: ${preview.fields.join(" | ")}`,
    ...preview.rows
      .slice(0, 10)
      .map(({ line, cells, refused }) => `  line ${line}: ${refused ?? cells.map((cell) => cell || "–").join(" | ")}`),
    MAP_FOLLOWS,
    map,
  ];
}
