import { describe, expect, it } from "vitest";
import { cn } from "./cn";

describe("cn", () => {
  it("leaves out what is false and lets the later of two utilities count", () => {
    expect(cn("px-2", false, undefined, "px-4")).toBe("px-4");
    expect(cn("h-control px-3", "p-0")).toBe("h-control p-0");
    expect(cn("justify-center", "justify-start", { hidden: true })).toBe("justify-start hidden");
  });

  it("takes the gaps of columns and of rows for two", () => {
    expect(cn("gap-x-4 gap-y-2", "gap-y-1")).toBe("gap-x-4 gap-y-1");
  });

  it("knows sizes of text from colours, and one variant from another", () => {
    expect(cn("text-12 text-text-1", "text-13")).toBe("text-text-1 text-13");
    expect(cn("text-12 text-text-1", "text-bad-text")).toBe("text-12 text-bad-text");
    expect(cn("h-control in-data-touch:h-row-touch", "h-6")).toBe("in-data-touch:h-row-touch h-6");
    expect(cn("text-[16px] text-right", "text-12")).toBe("text-right text-12");
    expect(cn("text-text-2", "text-ellipsis")).toBe("text-text-2 text-ellipsis");
  });
});
