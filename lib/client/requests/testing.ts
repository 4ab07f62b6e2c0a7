/** Simulates what the spending guard sees of a browser, for tests that run without one. */
import { environmentManager } from "@tanstack/react-query";
import { vi } from "vitest";

// By default it is decided once for all tests of a worker, by whether the first of them that loads the package has a window.
environmentManager.setIsServer(() => typeof window === "undefined");

interface BrowserFacts {
  url: string;
  /** The navigation timing says that it was reached like this. */
  type: "navigate" | "reload" | "back_forward" | "prerender";
  /** Identifies the entry of the tab's history. */
  entry: string;
  /** The tab's session storage outlives documents; without one it is switched off. */
  storage: Map<string, string> | undefined;
  framed: boolean;
  online: boolean;
}

/** A fresh document: everything imported after this sees these facts. Returns a function that dispatches window events. */
export function openDocument(facts: Partial<BrowserFacts> & { url: string }): (event: string) => void {
  vi.resetModules();
  vi.unstubAllGlobals();
  const { url, type = "navigate", entry = "entry 1", framed = false, online = true } = facts;
  const storage = "storage" in facts ? facts.storage : new Map<string, string>();
  class Timing {
    readonly name = url;
    readonly type = type;
  }
  const target = new EventTarget();
  const window = {
    location: new URL(url),
    navigation: { currentEntry: { key: entry } },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    get sessionStorage() {
      if (storage === undefined) throw new Error("storage is switched off");
      return {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
      };
    },
  };
  Reflect.set(window, "top", framed ? {} : window);
  vi.stubGlobal("window", window);
  vi.stubGlobal("navigator", { onLine: online });
  vi.stubGlobal("PerformanceNavigationTiming", Timing);
  vi.spyOn(performance, "getEntriesByType").mockImplementation((name) =>
    name === "navigation"
      ? [Object.assign(new Timing(), { duration: 0, entryType: name, startTime: 0, toJSON: () => "" })]
      : [],
  );
  return (event) => void target.dispatchEvent(new Event(event));
}
