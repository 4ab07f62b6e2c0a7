import { type RefObject, useLayoutEffect, useRef } from "react";

/** Only going back or forward, or a reload, restores a position: a fresh visit begins at the top. */
let returning: boolean | undefined;
const RETURN_MS = 2000;

function watchReturns(): void {
  if (returning !== undefined) return;
  const entry = performance.getEntriesByType("navigation")[0];
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : "navigate";
  returning = type === "reload" || type === "back_forward";
  window.addEventListener("popstate", () => {
    returning = true;
    setTimeout(() => {
      returning = false;
    }, RETURN_MS);
  });
  setTimeout(() => {
    returning = false;
  }, RETURN_MS);
}

/** Returns true while a person goes back or forward to a page, or reloads it. */
export function isReturning(): boolean {
  return returning === true;
}

/** Keeps the scroll position of an element under a name until the tab closes; another name begins at the top. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, name: string): void {
  // Reading or setting the element's own position forces a layout in the commit that has changed it.
  const position = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    watchReturns();
    const key = `scroll:${name}`;
    const saved = Number(read(key));
    const wanted = returning && Number.isFinite(saved) ? saved : 0;
    if (wanted !== position.current) element.scrollTop = wanted;
    const track = () => {
      position.current = element.scrollTop;
    };
    const save = () => write(key, String(Math.round(element.scrollTop)));
    element.addEventListener("scroll", track, { passive: true });
    element.addEventListener("scrollend", save, { passive: true });
    window.addEventListener("pagehide", save);
    return () => {
      element.removeEventListener("scroll", track);
      element.removeEventListener("scrollend", save);
      window.removeEventListener("pagehide", save);
    };
  }, [scroller, name]);
}

/** Storage may be forbidden by the browser's settings; positions are then forgotten. */
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    return;
  }
}
