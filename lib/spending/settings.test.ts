import { describe, expect, it } from "vitest";
import { cookieIn, loadsByItself, readSpending, serializeSpendingCookie } from "./settings";

const cookieValue = (name: "ownedOnly" | "autoLoad", on: boolean) =>
  serializeSpendingCookie(name, on).split("; ")[0] ?? "";

describe("settings about spending", () => {
  it("have defaults without a cookie: pages load by themselves, and things can be bought", () => {
    expect(readSpending(() => undefined)).toEqual({ ownedOnly: false, autoLoad: true, autoShow: false });
    expect(readSpending(() => "perhaps")).toEqual({ ownedOnly: false, autoLoad: true, autoShow: false });
  });

  it("are read as they were saved", () => {
    for (const ownedOnly of [true, false])
      for (const autoLoad of [true, false]) {
        const text = ["theme=dark", cookieValue("ownedOnly", ownedOnly), cookieValue("autoLoad", autoLoad)].join("; ");
        expect(readSpending((name) => cookieIn(text, name))).toEqual({ ownedOnly, autoLoad, autoShow: false });
      }
  });

  it("are saved for a year, and a default by removing the cookie", () => {
    expect(serializeSpendingCookie("ownedOnly", true)).toBe("owned-only=on; Path=/; Max-Age=31536000; SameSite=Lax");
    expect(serializeSpendingCookie("autoLoad", true)).toBe("auto-load=; Path=/; Max-Age=0; SameSite=Lax");
  });
});

describe("loading by itself", () => {
  it("ends below 200 credits, and with owned only", () => {
    const settings = { ownedOnly: false, autoLoad: true, autoShow: false };
    expect([199, 200, null].map((balance) => loadsByItself(settings, balance, false))).toEqual([false, true, true]);
    expect(loadsByItself({ ...settings, ownedOnly: true }, 1_000, false)).toBe(false);
    expect(loadsByItself({ ...settings, autoLoad: false }, 1_000, false)).toBe(false);
  });

  it("is a choice of its own where rows are free", () => {
    const settings = { ownedOnly: false, autoLoad: true, autoShow: false };
    expect(loadsByItself(settings, 1_000, true)).toBe(false);
    expect(loadsByItself({ ...settings, autoShow: true, autoLoad: false }, 1_000, true)).toBe(true);
  });
});
