/** Makes the JSON schema of maps, by which editors complete and check them. */
import * as z from "zod";
import { FIELDS, KINDS } from "../fields";
import { mapSchema, rule, rules } from "./map-schema";

const RULE = { $ref: "#/$defs/rule" };
const RULE_OR_COLUMN = { anyOf: [{ type: "string" as const }, RULE] };
const RULES = { anyOf: [...RULE_OR_COLUMN.anyOf, { type: "array" as const, minItems: 1, items: RULE_OR_COLUMN }] };

/** Returns the schema as it is published in `docs/import-map.schema.json`. */
export function mapJsonSchema(): Record<string, unknown> {
  const { $schema: _, ...ruleSchema } = z.toJSONSchema(rule, { io: "input" });
  const schema = z.toJSONSchema(mapSchema, {
    io: "input",
    // A rule may be written as the name of its column, which a preprocessing step accepts.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === rules) Object.assign(jsonSchema, RULES);
    },
    unrepresentable: "any",
  });
  const names = new Set(KINDS.flatMap((kind) => [...FIELDS[kind].texts, ...FIELDS[kind].lists]));
  const fields = {
    description: "The rule, or rules, of each field.",
    type: "object",
    properties: Object.fromEntries([...names].sort().map((name) => [name, RULES])),
    additionalProperties: false,
  };
  return { ...schema, title: "Import map", properties: { ...schema.properties, fields }, $defs: { rule: ruleSchema } };
}
