/** Changes a map, which is JSON text, as a person chooses fields for columns. */

/** The column identifies an event, and is no field of it. */
const EVENT_KEY = "(key)";

interface MapObject {
  readonly source?: string;
  readonly tables?: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  readonly key?: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly dates?: readonly string[];
}

/** Lets a column fill a field, or none; a field that another column filled is now filled by this one. */
export function moveColumn(text: string, column: string, field: string | null): string {
  const map: MapObject = JSON.parse(text);
  const kept = Object.entries(map.fields ?? {}).flatMap(([name, rules]) => {
    if (name === field) return [];
    const list = Array.isArray(rules) ? rules : [rules];
    const others = list.filter((rule) => !readsColumn(rule, column));
    return others.length === 0 ? [] : [[name, others.length === 1 ? others[0] : others] as const];
  });
  const key = field === EVENT_KEY ? [column] : (map.key ?? []).filter((name) => name !== column);
  const added = field === null || field === EVENT_KEY ? [] : [[field, column] as const];
  return JSON.stringify({ ...map, key, fields: Object.fromEntries([...kept, ...added]) }, null, 2);
}

export const DAY_ORDERS = ["dd/mm", "mm/dd"] as const;
type DayOrder = (typeof DAY_ORDERS)[number];

/** Returns whether the day or the month comes first in dates of numbers; undefined where a file has none, or both. */
export function readDayOrder(text: string): DayOrder | undefined {
  const { dates = [] }: MapObject = JSON.parse(text);
  const [order, ...others] = DAY_ORDERS.filter((one) => dates.some((format) => format.startsWith(`${one}/`)));
  return others.length === 0 ? order : undefined;
}

/** Returns the name of the source whose keys the records have. */
export function readSource(text: string): string | undefined {
  const { source }: MapObject = text === "" ? {} : JSON.parse(text);
  return source;
}

export function setDayOrder(text: string, order: DayOrder): string {
  const map: MapObject = JSON.parse(text);
  const dates = map.dates?.map((format) => format.replace(/^(?:dd\/mm|mm\/dd)(?=\/)/, order));
  return JSON.stringify({ ...map, dates }, null, 2);
}

/** A rule is the name of a column, or an object that names one or several, perhaps in a template. */
function readsColumn(rule: unknown, column: string): boolean {
  if (typeof rule === "string") return rule === column;
  if (typeof rule !== "object" || rule === null) return false;
  if ("columns" in rule && Array.isArray(rule.columns)) return rule.columns.includes(column);
  if ("template" in rule && typeof rule.template === "string")
    return rule.template.includes(`{${column}}`) || rule.template.includes(`{${column}:digits}`);
  return "column" in rule && rule.column === column;
}

/** Says in every rule of a field what a value of the source means; a rule may share a table of values with others. */
export function giveMeaning(text: string, field: string, value: string, meaning: string): string {
  const map: MapObject = JSON.parse(text);
  const rules = map.fields?.[field];
  let tables = map.tables ?? {};
  const changed = (Array.isArray(rules) ? rules : [rules]).map((rule: unknown) => {
    const known: { readonly values?: unknown } = typeof rule === "string" ? { column: rule } : Object(rule);
    const { values } = known;
    if (typeof values !== "string") return { ...known, values: { ...Object(values), [value]: meaning } };
    tables = { ...tables, [values]: { ...tables[values], [value]: meaning } };
    return known;
  });
  const fields = { ...map.fields, [field]: changed.length === 1 ? changed[0] : changed };
  return JSON.stringify({ ...map, ...(map.tables && { tables }), fields }, null, 2);
}
