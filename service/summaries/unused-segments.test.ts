import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { getLayout } from "./layout";
import { buildSegment, type LiveSegment } from "./segment";
import { noteReplaced } from "./unused-segments";

it("frees segments when many of their rows were replaced", async () => {
  const few: LiveSegment = { segment: buildSegment(getLayout("investors"), []), live: undefined };
  // Only the number of rows counts, so that no column has to be that long.
  const replaced = (): LiveSegment => ({ ...few, segment: { ...few.segment, size: 300_000 } });
  const references = Array.from({ length: 2 }, () => {
    const former = replaced();
    noteReplaced([former, few], [few]);
    return new WeakRef(former.segment);
  });
  await nextTurn();
  await nextTurn();
  expect(references.map((one) => one.deref())).toEqual([undefined, undefined]);
});
