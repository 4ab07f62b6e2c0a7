import { describe, expect, it } from "vitest";
import { FEED_NAMES } from "./feeds";
import { fieldsOf } from "./record-fields";
import { acquisition, company, execMove, fundingEvent, investor } from "./records";

const SCHEMAS = {
  funding: fundingEvent,
  acquisitions: acquisition,
  execMoves: execMove,
  companies: company,
  investors: investor,
};

/** The schema at a path of a record, through lists and what may be null. */
function schemaAt(schema: unknown, keys: readonly string[]): unknown {
  let at = schema;
  for (const key of [undefined, ...keys]) {
    if (key !== undefined) at = Reflect.get(Reflect.get(Object(at), "shape") ?? {}, key);
    for (let inner = at; inner !== undefined; ) {
      at = inner;
      const unwrap: unknown = Reflect.get(Object(inner), "unwrap");
      inner = typeof unwrap === "function" ? unwrap.call(inner) : undefined;
    }
  }
  return at;
}

describe.each(FEED_NAMES)("the fields of %s", (feed) => {
  it("have ids of their own", () => {
    const ids = fieldsOf(feed).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(fieldsOf(feed).map((field) => [field.id, field] as const))("%s is in the record", (_, field) => {
    const paths = [field.path, field.link, field.after, field.domain].flatMap((path) => path ?? []);
    for (const path of paths) expect(schemaAt(SCHEMAS[feed], path.split(".")), path).toBeDefined();
  });
});
