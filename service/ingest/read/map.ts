/** A map defines how the columns of a file become the fields of records: a small JSON file, validated when it is read. */
import { readFileSync } from "node:fs";
import { nearest } from "@dealflow/contract/query/nearest";
import type * as z from "zod";
import { FIELDS } from "../fields";
import acquisitionExport from "../maps/acquisition-export.json";
import roundNewsletter from "../maps/round-newsletter.json";
import { type ImportMap, type Join, mapSchema, type Rule } from "./map-schema";
import { foldName } from "./tables/column-names";
import { getPlaceholders } from "./template";

export type { ImportMap, Rule } from "./map-schema";

const BUILT_IN: Readonly<Record<string, unknown>> = {
  "acquisition-export": acquisitionExport,
  "round-newsletter": roundNewsletter,
};
export const BUILT_IN_MAPS = Object.keys(BUILT_IN);

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
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new MapError(`The map ${file} is not valid JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Throws `MapError`. `name` stands for the map in its message. */
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
  if (map.latest !== undefined && map.key.length === 0) missing.push("latest needs key, the columns of a key");
  return Object.entries(map.fields).reduce((mistakes, [field, rules]) => {
    if (!texts.has(field) && !lists.has(field)) {
      const near = nearest(field, known);
      mistakes.push(
        `fields.${field} is not a field of ${map.kind}${near === undefined ? "" : `; did you mean ${near}?`}`,
      );
    }
    for (const { values, split, multiply } of rules) {
      if (typeof values === "string" && !(values in map.tables))
        mistakes.push(`fields.${field} uses the table ${values}, which is not in tables`);
      if (split !== undefined && texts.has(field))
        mistakes.push(`fields.${field} has a single value and cannot be split`);
      if (multiply !== undefined && !isAmount(field))
        mistakes.push(`fields.${field} is not an amount and cannot be multiplied`);
    }
    return mistakes;
  }, missing);
}

function isAmount(field: string): boolean {
  return field === "amount" || field.endsWith("AmountUsd") || field === "amountUsd";
}

/** Returns the columns of the file itself that a map cannot do without. */
export function getColumns(map: ImportMap): string[] {
  const rules = Object.values(map.fields).flat();
  const named = rules.filter(({ optional }) => !optional).flatMap(ruleColumns);
  const keys = map.joins.flatMap(({ on }) => Object.keys(on));
  const added = new Set(map.joins.flatMap(addedColumns).map(foldName));
  const latest = map.latest === undefined ? [] : [map.latest];
  const all = new Set([
    ...map.key,
    ...map.fillDown,
    ...latest,
    ...named,
    ...map.where.map(({ column }) => column),
    ...keys,
  ]);
  return [...all].filter((column) => !added.has(foldName(column)));
}

/** Returns the columns that a rule reads. */
export function ruleColumns({ column, columns, template }: Rule): readonly string[] {
  if (template !== undefined) return getPlaceholders(template).map((placeholder) => placeholder.column);
  return columns ?? (column === undefined ? [] : [column]);
}

/** Returns the names of the columns that a join adds. */
export function addedColumns({ columns, optionalColumns, prefix }: Join): string[] {
  return [...columns, ...optionalColumns].map((column) => prefix + column);
}
