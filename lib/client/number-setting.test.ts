import { afterEach, describe, expect, it, vi } from "vitest";
import { numberSetting } from "./number-setting";

/** A browser's storage; `works: false`: switched off. */
function storage(works = true): Map<string, string> {
  const stored = new Map<string, string>();
  const off = () => {
    throw new Error("storage is switched off");
  };
  const localStorage = works
    ? {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => stored.set(key, value),
      }
    : { getItem: off, setItem: off };
  vi.stubGlobal("window", { localStorage });
  return stored;
}

afterEach(() => vi.unstubAllGlobals());

describe("a number that a person sets for this browser", () => {
  it("has its default until it is set, is saved, and notifies subscribers", () => {
    const stored = storage();
    const setting = numberSetting("limit", 100);
    let notified = 0;
    const unsubscribe = setting.subscribe(() => notified++);
    expect(setting.read()).toBe(100);
    setting.set(50);
    expect([setting.read(), stored.get("limit"), notified]).toEqual([50, "50", 1]);
    unsubscribe();
    setting.set(200);
    expect([setting.read(), notified]).toEqual([200, 1]);
  });

  it("heeds another tab at once, and nothing that is no whole number above 0", () => {
    const stored = storage();
    const setting = numberSetting("limit", 100);
    for (const wrong of [0, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) setting.set(wrong);
    expect(stored.size).toBe(0);
    stored.set("limit", "20");
    expect(setting.read()).toBe(20);
    for (const broken of ["", "many", "0", "-3", "1e400"]) {
      stored.set("limit", broken);
      expect(setting.read()).toBe(100);
    }
  });

  it("lasts as long as the page where there is no storage", () => {
    storage(false);
    const setting = numberSetting("limit", 100);
    setting.set(500);
    expect(setting.read()).toBe(500);
  });
});
