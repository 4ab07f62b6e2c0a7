import { expect, it } from "vitest";
import { parseInboxState } from "./inbox-stream";

it("reads the three numbers of a state, and nothing else", () => {
  expect(parseInboxState({ unread: 2, read: 5, latest: 7, more: "x" })).toEqual({ unread: 2, read: 5, latest: 7 });
  for (const data of [undefined, null, 7, "state", [], {}, { unread: 2, read: 5 }, { unread: "2", read: 5, latest: 7 }])
    expect(parseInboxState(data), JSON.stringify(data)).toBeUndefined();
});
