import { describe, expect, it } from "vitest";
import { preferenceCookie, readPreferences } from "./preferences";

describe("preferences", () => {
  it("are read from cookies and fall back to the first of each list", () => {
    const cookies: Record<string, string> = { theme: "dark", density: "huge", charts: "folded", chartHeight: "9999" };
    expect(readPreferences((name) => cookies[name])).toEqual({
      theme: "dark",
      density: "compact",
      keys: "on",
      charts: "folded",
      chartHeight: 600,
    });
    expect(readPreferences(() => undefined)).toEqual({
      theme: "system",
      density: "compact",
      keys: "on",
      charts: "open",
      chartHeight: undefined,
    });
    expect(readPreferences(() => "40px").chartHeight).toBeUndefined();
  });

  it("are stored for a year, and a default by removing the cookie", () => {
    expect(preferenceCookie("theme", "dark", false)).toBe("theme=dark; Path=/; Max-Age=31536000; SameSite=Lax");
    expect(preferenceCookie("theme", "system", true)).toBe("theme=; Path=/; Max-Age=0; SameSite=Lax");
  });
});
