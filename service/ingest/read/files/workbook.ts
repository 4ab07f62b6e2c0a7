/** Reads what a workbook shows of its cells and not in them: currencies of number formats, merged cells, and hidden sheets. */
import { readZipTexts } from "./zip";

export interface SheetLook {
  readonly isHidden: boolean;
  /** The text that the format of a cell shows around its number, by the cell, such as `B7`. */
  readonly shown: ReadonlyMap<string, ShownNumber>;
  /** The first and the last cell of each merged range. */
  readonly merged: readonly (readonly [first: CellPlace, last: CellPlace])[];
}

/** A cell has these numbers from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface ShownNumber {
  readonly before: string;
  readonly after: string;
}

const PARTS = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml|worksheets\/[^/]+\.xml)$/;

/** Returns the looks of the sheets by their names. `file` is the name of the workbook in messages. */
export async function readSheetLooks(workbook: Buffer, file: string): Promise<ReadonlyMap<string, SheetLook>> {
  const parts = await readZipTexts(workbook, file, PARTS);
  const targets = new Map(
    tags(parts.get("xl/_rels/workbook.xml.rels"), "Relationship").map((tag) => [
      attribute(tag, "Id"),
      attribute(tag, "Target")?.replace(/^\/?(?:xl\/)?/, "xl/"),
    ]),
  );
  const formats = readFormats(parts.get("xl/styles.xml") ?? "");
  return new Map(
    tags(parts.get("xl/workbook.xml"), "sheet").map((tag) => {
      const text = parts.get(targets.get(attribute(tag, "r:id")) ?? "");
      const isHidden = /hidden/i.test(attribute(tag, "state") ?? "");
      return [decodeName(attribute(tag, "name") ?? ""), { isHidden, ...readLook(text, formats) }] as const;
    }),
  );
}

const CELL = /<(?:\w+:)?c\s[^>]*>/g;
const CELL_NAME = /\sr="([^"]*)"/;
const CELL_STYLE = /\ss="(\d+)"/;

function readLook(sheet: string | undefined, formats: readonly (ShownNumber | undefined)[]) {
  const shown = new Map<string, ShownNumber>();
  if (formats.some((format) => format !== undefined))
    for (const [tag] of sheet?.matchAll(CELL) ?? []) {
      const [cell, format] = [CELL_NAME.exec(tag)?.[1], formats[Number(CELL_STYLE.exec(tag)?.[1])]];
      if (cell !== undefined && format !== undefined) shown.set(cell, format);
    }
  const merged = tags(sheet, "mergeCell").flatMap((tag) => {
    const [first, last] = (attribute(tag, "ref") ?? "").split(":").map(readPlace);
    return first === undefined || last === undefined ? [] : [[first, last] as const];
  });
  return { shown, merged };
}

function tags(xml: string | undefined, name: string): string[] {
  return xml?.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, "g")) ?? [];
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeName(text: string): string {
  return text.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

function readPlace(cell: string): CellPlace | undefined {
  const [, letters, row] = /^([A-Z]{1,3})(\d+)$/.exec(cell) ?? [];
  if (letters === undefined) return undefined;
  const column = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(row) - 1, column };
}

/** Returns the name of a cell, such as `B7`. */
export function cellName({ row, column }: CellPlace): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

/** Returns what each style shows around a number, by its number. */
function readFormats(styles: string): (ShownNumber | undefined)[] {
  const codes = new Map(
    tags(styles, "numFmt").map((tag) => [attribute(tag, "numFmtId"), decodeName(attribute(tag, "formatCode") ?? "")]),
  );
  const cells = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0];
  return tags(cells, "xf").map((tag) => readShown(codes.get(attribute(tag, "numFmtId")) ?? ""));
}

/** A part of a format is text in quotes, a character after a backslash, a currency in brackets, or something that shows no text. */
const FORMAT_PART = /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].|(\p{Sc})|([0#?.,]+)|(.)/gu;
const CURRENCY = /\p{Sc}|\b[A-Z]{3}\b|\bkr\b/u;

/** Returns the currency, and a unit in which the number is, of a format such as `#,##0.0" Mio. €"`; undefined without a currency. */
export function readShown(code: string): ShownNumber | undefined {
  let [before, after, hasNumber, isScaled] = ["", "", false, false];
  const [positive = ""] = code.split(";");
  for (const [, quoted, escaped, currency, symbol, digits] of positive.matchAll(FORMAT_PART)) {
    if (digits !== undefined) [hasNumber, isScaled] = [true, isScaled || digits.endsWith(",")];
    const text = quoted ?? escaped ?? currency ?? symbol ?? "";
    if (hasNumber) after += text;
    else before += text;
  }
  if (!hasNumber || !CURRENCY.test(before + after)) return undefined;
  // A number that is shown in millions is stored as a whole one.
  const keep = (text: string) => (isScaled ? (CURRENCY.exec(text)?.[0] ?? "") : text.trim());
  return { before: keep(before), after: keep(after) };
}
