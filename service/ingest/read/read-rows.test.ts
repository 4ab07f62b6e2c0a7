import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReadRow } from "../statement";
import { openSource } from "./files/source";
import { readOwnLines } from "./jsonl-row";
import { parseMap } from "./map";
import { openMapped } from "./read-mapped";

const MAP = parseMap({ source: "t", kind: "company", fields: { name: "Name", domain: "Site" } }, "t");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dealflow-read-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(content: string | Buffer, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function all(rows: AsyncIterable<ReadRow>): Promise<ReadRow[]> {
  const read: ReadRow[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

async function csv(content: string | Buffer): Promise<unknown[]> {
  const { rows } = await openMapped(await openSource(file(content, "rows.csv")), MAP);
  return (await all(rows)).map((read) =>
    "row" in read ? [read.line, read.row.texts.get("name")] : [read.line, read.reason],
  );
}

describe("rows of a CSV file", () => {
  it("reads plain and packed files, with or without a byte order mark", async () => {
    const text = "Name,Site\r\nQuorvane,quorvane.example\r\n";
    expect(await csv(text)).toEqual([[2, "Quorvane"]]);
    expect(await csv(gzipSync(`\uFEFF${text}`))).toEqual([[2, "Quorvane"]]);
  });

  it("reports the line on which a row begins, past blank lines and cells of several lines", async () => {
    const text = 'Name,Site\nA,a.example\n\n"B\nC\nD",b.example\nE,e.example\n';
    expect(await csv(text)).toEqual([
      [2, "A"],
      [4, "B C D"],
      [7, "E"],
    ]);
  });

  it("fills up a row with too few cells, rejects one with too many, and reads on", async () => {
    expect(await csv('Name,Site\nA\nB,b.example,x\nC "the third",c.example\n')).toEqual([
      [2, "A"],
      [3, "The row has 3 cells; the header has 2."],
      [4, 'C "the third"'],
    ]);
  });

  it("reports that a packed file is cut off", async () => {
    const whole = gzipSync(
      `Name,Site\n${Array.from({ length: 5_000 }, (_, i) => `N${i * 7919},n${i * 104_729}.example`).join("\n")}`,
    );
    // The last bytes hold less than a hundred lines.
    await expect(csv(whole.subarray(0, whole.length - 20))).rejects.toThrow(
      /rows.csv is truncated: its gzip data ends after line (49\d\d|500\d)\./,
    );
    await expect(csv(Buffer.concat([whole.subarray(0, 200), Buffer.alloc(100)]))).rejects.toThrow(
      /rows.csv is damaged/,
    );
  });

  it("reports that a quote is not closed", async () => {
    await expect(csv('Name,Site\nA,"a.example\nB,b.example\n')).rejects.toThrow("rows.csv ends inside a quoted cell");
    await expect(csv(`Name,Site\nA,"a.example${"\nB,b.example".repeat(100_000)}`)).rejects.toThrow(
      "rows.csv has a row of more than 1 MB after line 1; a quote is probably not closed.",
    );
  });

  it("reports that a file is empty", async () => {
    await expect(csv("")).rejects.toThrow("rows.csv is empty: it has no header line.");
  });
});

describe("openSource", () => {
  it("reports what cannot be opened", async () => {
    await expect(openSource(join(folder, "none"))).rejects.toThrow("none cannot be read: there is no such file.");
    await expect(openSource(folder)).rejects.toThrow("is not a file.");
  });
});

describe("readOwnLines", () => {
  const read = (content: string | Buffer) => all(readOwnLines(Readable.from([Buffer.from(content)]), "lines.jsonl"));

  it("reads a line for each object and rejects what is none", async () => {
    const rows = await read('{"kind":"company","record":{"name":"A"}}\n\n{"kind":\n[]\n{"kind":"deal","record":{}}\n');
    expect(rows.map((row) => ("reason" in row ? [row.line, row.reason] : [row.line]))).toEqual([
      [1],
      [3, 'The line is not valid JSON: "{\\"kind\\":".'],
      [4, "The line must be a JSON object."],
      [5, 'kind "deal" must be one of funding, acquisition, exec_move, company, investor.'],
    ]);
  });

  it("refuses to hold a line of any length", async () => {
    await expect(read(`{"kind":"${"x".repeat(2_000_000)}`)).rejects.toThrow(
      "has a line of more than 1 MB after line 0",
    );
  });
});
