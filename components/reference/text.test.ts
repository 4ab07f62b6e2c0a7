import { describe, expect, it } from "vitest";
import { parseInline } from "./text";

describe("a line", () => {
  it("is words, code, bold words and links", () => {
    expect(parseInline("Ask `a|b` **once** at https://example.com/x. Done")).toEqual([
      { kind: "text", text: "Ask " },
      { kind: "code", text: "a|b" },
      { kind: "text", text: " " },
      { kind: "strong", text: "once" },
      { kind: "text", text: " at " },
      { kind: "link", text: "https://example.com/x", href: "https://example.com/x" },
      { kind: "text", text: ". Done" },
    ]);
  });
});
