/**
 * Reads the files of a ZIP archive by the archive's own directory, independently of the library that has written it.
 */
import { inflateRawSync } from "node:zlib";

const DIRECTORY_END = 0x06054b50;
const DEFLATED = 8;

export function unzipped(archive: Uint8Array): Map<string, string> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.byteLength - 22;
  while (view.getUint32(end, true) !== DIRECTORY_END) end -= 1;
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [packed, nameLength] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = archive.subarray(start, start + packed);
    const content = view.getUint16(at + 10, true) === DEFLATED ? inflateRawSync(bytes) : bytes;
    files.set(name, new TextDecoder().decode(content));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

interface SheetCellRead {
  /** The types are `s` for a text, `b` for a truth value, `n` for a number or a date. */
  readonly type: string;
  readonly value: string;
  readonly formula: boolean;
}

/** Reads the rows of one sheet of a workbook, cell by cell as in the XML. */
export function sheetCells(files: ReadonlyMap<string, string>, number: number): SheetCellRead[][] {
  const texts = [...(files.get("xl/sharedStrings.xml") ?? "").matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = ""]) =>
    plain([...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = ""]) => text).join("")),
  );
  const sheet = files.get(`xl/worksheets/sheet${number}.xml`) ?? "";
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = "", inside = ""]) => {
      const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? "n";
      const value = /<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/s.exec(inside)?.[1] ?? "";
      return {
        type,
        value: type === "s" ? (texts[Number(value)] ?? "") : plain(value),
        formula: inside.includes("<f"),
      };
    }),
  );
}

function plain(xml: string): string {
  return xml
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
