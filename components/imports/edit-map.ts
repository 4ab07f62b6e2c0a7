/** Changes a map, which is JSON text, as a person chooses fields for columns. */

/** The column identifies an event, and is no field of it. */
const EVENT_KEY = "(key)";

interface MapObject {
  readonly key?: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
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

/** A rule is the name of a column, or an object that names one or several. */
function readsColumn(rule: unknown, column: string): boolean {
  if (typeof rule === "string") return rule === column;
  if (typeof rule !== "object" || rule === null) return false;
  if ("columns" in rule && Array.isArray(rule.columns)) return rule.columns.includes(column);
  return "column" in rule && rule.column === column;
}
