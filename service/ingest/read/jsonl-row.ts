/**
 * Parses the lines of a JSON Lines file: `{"kind": "funding", "key": "…", "record": {…}}`. The record's fields are named
 * as the API names them, so that a record of a response is a valid line; `key` may be left out.
 */
import { nearest } from "@dealflow/contract/query/nearest";
import type { Source } from "@dealflow/contract/records/schemas";
import { FIELDS, KINDS, type Kind } from "../fields";
import { formatValue, RowError } from "../row-error";
import type { RawInvestor, RawRow, ReadRow } from "../statement";
import { tidy } from "../values/text";
import { readLines } from "./tables/lines";

/** These fields of responses follow from others and are not read. */
const DERIVED = new Set(["naicsLevel", "createdAt", "updatedAt"]);

/** Reads lines of our own form. */
export async function* readOwnLines(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<ReadRow> {
  for await (const { line, text } of readLines(chunks, file)) yield ownRow(text, line);
}

function ownRow(text: string, line: number): ReadRow {
  try {
    return { line, row: jsonlRow(line === 1 ? text.replace(/^\uFEFF/, "") : text) };
  } catch (error) {
    if (error instanceof RowError) return { line, reason: error.message };
    throw error;
  }
}

/** Returns whether JSON lines with this header are of our own form. */
export function isOwnForm(header: readonly string[]): boolean {
  return header.includes("kind") && header.some((name) => name.startsWith("record."));
}

export function jsonlRow(line: string): RawRow {
  const { kind, key, record, ...others } = getObject(parsed(line), "The line");
  const other = Object.keys(others)[0];
  if (other !== undefined) throw new RowError(`Unknown field ${formatValue(other)}; a line has kind, key and record.`);
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) throw new RowError(`kind ${formatValue(String(kind))} must be one of ${KINDS.join(", ")}.`);
  const given = key === undefined || key === null ? null : scalar(key, "key");
  return new RecordReader(known, given).row(getObject(record, "record"));
}

class RecordReader {
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<string, string[]>();
  #investors: RawInvestor[] = [];
  #sources: Source[] = [];

  constructor(
    private readonly kind: Kind,
    private key: string | null,
  ) {}

  row(record: Record<string, unknown>): RawRow {
    this.#read(record, "");
    const texts = this.#texts;
    const isEntity = this.kind === "company" || this.kind === "investor";
    if (isEntity && this.key !== null) texts.set("key", this.key);
    return {
      kind: this.kind,
      key: this.key,
      texts,
      lists: this.#lists,
      investors: this.#investors,
      sources: this.#sources,
    };
  }

  #read(object: Record<string, unknown>, prefix: string): void {
    for (const [name, value] of Object.entries(object)) {
      if (value === null || value === undefined || DERIVED.has(name)) continue;
      const path = prefix + (name === "id" ? "key" : name);
      if (path === "key") this.key ??= scalar(value, "id");
      else if (path === "investors") this.#investors = getList(value, path).map(getInvestor);
      else if (path === "sources") this.#sources = getList(value, path).map(getSource);
      else if (name === "hqCountry") this.#set(path, typeof value === "object" ? getObject(value, path).code : value);
      else if (this.#isSide(path)) this.#read(getObject(value, path), `${path}.`);
      else if (FIELDS[this.kind].lists.has(path)) this.#lists.set(path, texts(value, path));
      else this.#set(path, value);
    }
  }

  #isSide(path: string): boolean {
    return FIELDS[this.kind].texts.has(`${path}.name`);
  }

  #set(path: string, value: unknown): void {
    if (!FIELDS[this.kind].texts.has(path)) {
      const near = nearest(path, [...FIELDS[this.kind].texts, ...FIELDS[this.kind].lists]);
      throw new RowError(
        `${path} is not a field of ${this.kind}${near === undefined ? "." : `; did you mean ${near}?`}`,
      );
    }
    const text = scalar(value, path);
    if (text !== "") this.#texts.set(path, text);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new RowError(`The line is not valid JSON: ${formatValue(line)}.`);
  }
}

function getObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RowError(`${name} must be a JSON object.`);
  return Object.fromEntries(Object.entries(value));
}

function getList(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new RowError(`${name} must be a list.`);
  return value;
}

function scalar(value: unknown, name: string): string {
  if (typeof value === "string") return tidy(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new RowError(`${name} must be one text, number or boolean.`);
}

function texts(value: unknown, name: string): string[] {
  return getList(value, name)
    .map((one) => scalar(one, name))
    .filter((text) => text !== "");
}

/** Reads an investor that is a name, or an object with name and perhaps id. */
function getInvestor(value: unknown): RawInvestor {
  if (typeof value === "string" && tidy(value) !== "") return { key: null, name: tidy(value) };
  const { id, key, name } = getObject(value, "investors");
  const text = name === undefined || name === null ? "" : scalar(name, "investors.name");
  if (text === "") throw new RowError("investors.name is missing.");
  const known = key ?? id;
  return { key: known === undefined || known === null ? null : scalar(known, "investors.id"), name: text };
}

function getSource(value: unknown): Source {
  const { url, outlet, title } = getObject(value, "sources");
  if (typeof url !== "string" || url === "") throw new RowError("sources.url is missing.");
  return { url, outlet: optional(outlet, "sources.outlet"), title: optional(title, "sources.title") };
}

function optional(value: unknown, name: string): string | null {
  return value === undefined || value === null ? null : scalar(value, name);
}
