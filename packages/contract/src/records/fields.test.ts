import { describe, expect, it } from "vitest";
import { FEED_NAMES } from "../feeds";
import { recordFields } from "./fields";
import { FEED_SHAPES, readContent, type Shape } from "./shapes";

/** Returns true when a record of this shape has the path. */
function hasPath(shape: Shape, [name = "", ...rest]: readonly string[]): boolean {
  const field = shape[name];
  if (field === undefined) return false;
  const { of } = readContent(field);
  return rest.length === 0 || (typeof of === "object" && hasPath(of, rest));
}

describe.each(FEED_NAMES)("the fields of %s", (feed) => {
  it("have ids of their own", () => {
    const ids = recordFields(feed).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(recordFields(feed).map((field) => [field.id, field] as const))("%s is in the record", (_, field) => {
    const paths = [field.path, field.link, field.after, field.domain].flatMap((path) => path ?? []);
    for (const path of paths) expect(hasPath(FEED_SHAPES[feed], path.split(".")), path).toBe(true);
  });
});
