/** A map defines how the columns of a file become the fields of records: a small JSON file, validated when it is read. */
import { readFileSync } from "node:fs";
import { nearest } from "@dealflow/contract/query/nearest";
import { z } from "zod";
import { FIELDS, KINDS } from "../fields";
import acquisitionExport from "../maps/acquisition-export.json";
import roundNewsletter from "../maps/round-newsletter.json";
import { DATE_FORMATS } from "../values/dates";

const BUILT_IN: Readonly<Record<string, unknown>> = {
  "acquisition-export": acquisitionExport,
  "round-newsletter": roundNewsletter,
};
export const BUILT_IN_MAPS = Object.keys(BUILT_IN);

const regex = z.string().refine(isRegex, "must be a regular expression");
const table = z.record(z.string(), z.string().nullable());

/** A rule names its column and what is done with the value, in this order. */
const rule = z
  .strictObject({
    column: z.string().optional(),
    constant: z.string().optional(),
    /** These texts mean that nothing is known, as do the map's own. */
    missing: z.array(z.string()).default([]),
    /** Matches are cut out of the text. */
    strip: regex.optional(),
    /** Matches separate the parts of a list. */
    split: regex.optional(),
    /** Matching parts of a list are left out. */
    drop: regex.optional(),
    /**
     * A table, or the name of one in the map, gives the value of a text; null for none. Case and spaces do not matter.
     */
    values: z
      .union([z.string(), table], "must be a table of strings or the name of one of the map's tables")
      .optional(),
    /** The first regular expression that matches gives the value where `values` has none. */
    patterns: z.array(z.tuple([regex, z.string().nullable()])).default([]),
    /** Any other text has this value; without it the text itself is the value. */
    otherwise: z.string().nullable().optional(),
  })
  .refine((one) => (one.column === undefined) !== (one.constant === undefined), "must have either column or constant");

/** A column's name alone is a rule; several rules are tried in order until one states something. */
const rules = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]).map((one) => (typeof one === "string" ? { column: one } : one)),
  z.array(rule).min(1),
);

const mapSchema = z.strictObject({
  about: z.string().optional(),
  /** Under this name the source's keys are stored, so a new edition of a file is imported with the same source. */
  source: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,59}$/, "must be 1 to 60 of a-z, 0-9, dot, hyphen and underscore"),
  kind: z.enum(KINDS, `must be one of ${KINDS.join(", ")}`),
  /** Without it, the start of the file shows which of comma, semicolon, tab and bar it is. */
  delimiter: z.string().length(1).optional(),
  /** These columns together identify an event; without them an event is identified by its content. */
  key: z.array(z.string()).default([]),
  /** `\n`, `\xe2\x80\x99` and the like are escape sequences. */
  escapes: z.boolean().default(false),
  missing: z.array(z.string()).default([]),
  dates: z
    .array(z.enum(DATE_FORMATS, `must be one of ${DATE_FORMATS.join(", ")}`))
    .min(1)
    .default(["iso"]),
  numbers: z
    .strictObject({ grouping: z.string().max(1).default(""), decimal: z.string().length(1).default(".") })
    .default({ grouping: "", decimal: "." }),
  tables: z.record(z.string(), table).default({}),
  fields: z.record(z.string(), rules),
});

export type Rule = z.infer<typeof rule>;
export type ImportMap = z.infer<typeof mapSchema>;

/** The message has one sentence for each mistake. */
export class MapError extends Error {
  override readonly name = "MapError";
}

/** Loads one of our maps by its name, or one from a file. */
export function loadMap(nameOrFile: string): ImportMap {
  const builtIn = BUILT_IN[nameOrFile];
  return parseMap(builtIn ?? readMapFile(nameOrFile), nameOrFile);
}

function readMapFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new MapError(`--map "${file}" is neither a built-in map (${BUILT_IN_MAPS.join(", ")}) nor a readable file.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MapError(`The map ${file} is not valid JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

export function parseMap(value: unknown, name: string): ImportMap {
  const parsed = mapSchema.safeParse(value);
  const mistakes = parsed.success ? mistakesIn(parsed.data) : parsed.error.issues.map(getSentence);
  if (!parsed.success || mistakes.length > 0)
    throw new MapError(
      mistakes.map((mistake) => `The map ${name}: ${mistake}${mistake.endsWith("?") ? "" : "."}`).join("\n"),
    );
  return parsed.data;
}

function getSentence(issue: z.core.$ZodIssue): string {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys")
    return `${path === "" ? "it" : path} has the unknown ${issue.keys.join(", ")}`;
  const message =
    issue.code === "custom" || issue.message.startsWith("must") ? issue.message : `is wrong: ${issue.message}`;
  return `${path === "" ? "it" : path} ${message}`;
}

function mistakesIn(map: ImportMap): string[] {
  const { texts, lists, required } = FIELDS[map.kind];
  const known = [...texts, ...lists];
  const missing = required.filter((field) => !(field in map.fields)).map((field) => `fields has no ${field}`);
  return Object.entries(map.fields).reduce((mistakes, [field, rules]) => {
    if (!texts.has(field) && !lists.has(field)) {
      const near = nearest(field, known);
      mistakes.push(
        `fields.${field} is not a field of ${map.kind}${near === undefined ? "" : `; did you mean ${near}?`}`,
      );
    }
    for (const { values, split } of rules) {
      if (typeof values === "string" && !(values in map.tables))
        mistakes.push(`fields.${field} uses the table ${values}, which is not in tables`);
      if (split !== undefined && texts.has(field))
        mistakes.push(`fields.${field} has a single value and cannot be split`);
    }
    return mistakes;
  }, missing);
}

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, "iu") instanceof RegExp;
  } catch {
    return false;
  }
}

export function getColumns(map: ImportMap): string[] {
  const named = Object.values(map.fields).flatMap((rules) => rules.flatMap(({ column }) => column ?? []));
  return [...new Set([...map.key, ...named])];
}
