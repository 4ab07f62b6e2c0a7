"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

const GESTURES = ["wheel", "touchstart", "scroll"] as const;

/**
 * Calls back when the person has seen the end of what the element scrolls and scrolls on, by wheel or finger; `at`: when,
 * in ms. The code for that is fetched with the first gesture, which cannot be one. Of another view nothing has been seen yet.
 */
export function useScrollOn(scroller: RefObject<HTMLElement | null>, view: string, act: (at: number) => void): void {
  const onScrollOn = useEffectEvent(act);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view begins anew
  useEffect(() => {
    const element = scroller.current;
    const stop = new AbortController();
    const first = new AbortController();
    const listen = async () => {
      first.abort();
      // Where it cannot be fetched, the button still works.
      const code = await import("./scroll-on").catch(() => undefined);
      if (element !== null && !stop.signal.aborted)
        code?.listenForScrollOn(element, (at) => onScrollOn(at), stop.signal);
    };
    for (const name of GESTURES) element?.addEventListener(name, listen, { passive: true, signal: first.signal });
    return () => {
      first.abort();
      stop.abort();
    };
  }, [scroller, view]);
}
