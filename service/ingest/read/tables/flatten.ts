/** Flattens nested objects to cells: `{company: {name}}` has the column `company.name`. */

/** Deeper nesting is refused. */
export const DEEPEST = 32;

export class NestingError extends Error {
  override readonly name = "NestingError";
}

const NAMES = ["name", "title", "label"];
const SPARQL_KEYS: ReadonlySet<string> = new Set(["type", "value", "datatype", "xml:lang"]);
const LINK = /^(?:url|link|href)$/i;
/** An item of such a list that has a link and a name is a page of an outlet, and no party of the event. */
const SOURCES = /(?:^|[._])(?:sources?|references?|citations?|articles?|links|news|press)$/i;
const LIST_SEPARATOR = "; ";
/** A longer list is no part of a row. */
const MOST_RECORDS = 50;

/**
 * Returns the texts by column, without the columns that have none. Scalars of a list are joined with "; ", as are the
 * names of a list of objects that have one. Other lists of objects have a column for each of their
 * keys, with the values of all; a list of lists is JSON text. Throws `NestingError`.
 */
export function flatten(object: Readonly<Record<string, unknown>>): Map<string, string> {
  const cells = new Map<string, string>([]);
  addObject(cells, object, "", 1);
  return cells;
}

function addObject(cells: Map<string, string>, object: object, prefix: string, depth: number): void {
  if (depth > DEEPEST) throw new NestingError(`The row is nested deeper than ${DEEPEST} levels.`);
  for (const [key, value] of Object.entries(object)) {
    const column = prefix + key.trim();
    const nested = isObject(value) ? plainValue(value) : value;
    if (isIdentifier(nested)) addCell(cells, withoutSuffix(column), nested.value.trim());
    else if (isObject(nested)) addObject(cells, nested, `${column}.`, depth + 1);
    else if (Array.isArray(nested)) addList(cells, nested, column, depth);
    else addCell(cells, column, scalarText(nested));
  }
}

/** An answer in SPARQL's JSON has `{type, value}` in place of each value, and an export of MongoDB `{"$numberInt": "6"}`. */
function plainValue(object: object): unknown {
  const keys = Object.keys(object);
  const [value] = Object.values(object);
  if (keys.length === 1 && keys[0]?.startsWith("$")) return isObject(value) ? plainValue(value) : value;
  const isBinding = "type" in object && "value" in object && keys.every((key) => SPARQL_KEYS.has(key));
  return isBinding ? object.value : object;
}

interface Identifier {
  readonly value: string;
}

/** Crunchbase's API names an organization by an object with its address and its name: `{permalink, uuid, entity_def_id, value}`. */
function isIdentifier(item: unknown): item is Identifier {
  return isObject(item) && "permalink" in item && "value" in item && typeof item.value === "string";
}

/** A place is the identifiers of its city, region and country. */
function isPlace(item: unknown): item is Identifier & { readonly location_type: string } {
  return isIdentifier(item) && "location_type" in item && typeof item.location_type === "string";
}

/** `investor_identifiers` are the investors. */
function withoutSuffix(column: string): string {
  return column.replace(/_identifier(s?)$/, "$1");
}

function addCell(cells: Map<string, string>, column: string, text: string): void {
  if (text !== "") cells.set(column, text);
}

function addList(cells: Map<string, string>, list: readonly unknown[], column: string, depth: number): void {
  const names = list.map((item) =>
    isObject(item) ? getName(item) : Array.isArray(item) ? undefined : scalarText(item),
  );
  const isSource = SOURCES.test(column) ? hasLink : isLink;
  const isNamed = names.every((name) => name !== undefined) && !list.some(isSource);
  const records = list.filter(isObject);
  const places = list.filter(isPlace);
  if (places.length > 0 && places.length === list.length)
    for (const place of places.toReversed()) addCell(cells, `${column}.${place.location_type}`, place.value.trim());
  else if (isNamed && records.every(isIdentifier)) addCell(cells, withoutSuffix(column), names.join(LIST_SEPARATOR));
  else if (isNamed) addCell(cells, column, names.filter((name) => name !== "").join(LIST_SEPARATOR));
  else {
    checkDepth(list, depth + 1);
    if (records.length === list.length && list.length <= MOST_RECORDS) addRecords(cells, records, column);
    else addCell(cells, column, jsonText(list));
  }
}

/** Each column has the values of all records, in their order. */
function addRecords(cells: Map<string, string>, records: readonly object[], column: string): void {
  const parts = records.map((record) => flatten({ [column]: record }));
  for (const name of new Set(parts.flatMap((part) => [...part.keys()])))
    addCell(cells, name, parts.flatMap((part) => part.get(name) ?? []).join(LIST_SEPARATOR));
}

function jsonText(list: readonly unknown[]): string {
  return JSON.stringify(list, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

/** A source is an address with the title of its page, which is not its name. */
function isLink(item: unknown): boolean {
  return isObject(item) && hasLink(item) && !("name" in item);
}

function hasLink(item: unknown): boolean {
  return isObject(item) && Object.entries(item).some(([key, value]) => LINK.test(key) && typeof value === "string");
}

function getName(object: object): string | undefined {
  if (isIdentifier(object)) return object.value.trim();
  const entry = Object.entries(object).find(
    ([key, value]) => NAMES.includes(key.toLowerCase()) && typeof value === "string",
  );
  return entry === undefined ? undefined : scalarText(entry[1]);
}

function checkDepth(value: unknown, depth: number): void {
  if (depth > DEEPEST) throw new NestingError(`The row is nested deeper than ${DEEPEST} levels.`);
  if (typeof value === "object" && value !== null) for (const one of Object.values(value)) checkDepth(one, depth + 1);
}

function isObject(value: unknown): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !ArrayBuffer.isView(value)
  );
}

/** Returns the text of a cell; a date at midnight UTC has no time. Bytes have no text. */
export function scalarText(value: unknown): string {
  if (value === null || value === undefined || ArrayBuffer.isView(value)) return "";
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "" : value.toISOString().replace(/T00:00:00\.000Z$/, "");
  return typeof value === "number" ? numberText(value) : String(value).trim();
}

/** Returns digits without an exponent. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return "";
  const text = String(value);
  return text.includes("e") ? value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 }) : text;
}
