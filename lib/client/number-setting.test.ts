import { afterEach, describe, expect, it, vi } from "vitest";
import { numberSetting } from "./number-setting";

/** A browser's storage; `works: false`: switched off. */
function storage(works = true): Map<string, string> {
  const kept = new Map<string, string>();
  const off = () => {
    throw new Error("storage is switched off");
  };
  const localStorage = works
    ? { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) }
    : { getItem: off, setItem: off };
  vi.stubGlobal("window", { localStorage });
  return kept;
}

afterEach(() => vi.unstubAllGlobals());

describe("a number that a person sets for this browser", () => {
  it("is what it is otherwise until it is set, is kept, and tells who listens", () => {
    const kept = storage();
    const setting = numberSetting("limit", 100);
    let told = 0;
    const unsubscribe = setting.subscribe(() => told++);
    expect(setting.read()).toBe(100);
    setting.set(50);
    expect([setting.read(), kept.get("limit"), told]).toEqual([50, "50", 1]);
    unsubscribe();
    setting.set(200);
    expect([setting.read(), told]).toEqual([200, 1]);
  });

  it("heeds another tab at once, and nothing that is no whole number above 0", () => {
    const kept = storage();
    const setting = numberSetting("limit", 100);
    for (const wrong of [0, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) setting.set(wrong);
    expect(kept.size).toBe(0);
    kept.set("limit", "20");
    expect(setting.read()).toBe(20);
    for (const broken of ["", "many", "0", "-3", "1e400"]) {
      kept.set("limit", broken);
      expect(setting.read()).toBe(100);
    }
  });

  it("lasts as long as the page where nothing is kept", () => {
    storage(false);
    const setting = numberSetting("limit", 100);
    setting.set(500);
    expect(setting.read()).toBe(500);
  });
});
