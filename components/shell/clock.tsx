"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { useBrowserValue } from "@/components/ui/use-browser-value";

const Context = createContext(new Date(0));

const DAY_MS = 86_400_000;
const TICK_MS = 60_000;

/**
 * The time from which ages are computed: the server's at first, so that server and browser write the same, and from then on
 * a new one with each new day.
 */
export function ClockProvider({ now, children }: { now: number; children: ReactNode }) {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => {
      setTime((last) => (Math.floor(Date.now() / DAY_MS) === Math.floor(last / DAY_MS) ? last : Date.now()));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const value = useMemo(() => new Date(time), [time]);
  return <Context value={value}>{children}</Context>;
}

export function useNow(): Date {
  return useContext(Context);
}

/** Read once: reading it takes the browser 50 µs, and every row needs it. */
const ZONE = (typeof window !== "undefined" && Intl.DateTimeFormat().resolvedOptions().timeZone) || "UTC";

/** The reader's time zone; UTC on the server, and in the browser until it has taken over the server's page. */
export function useZone(): string {
  return useBrowserValue(() => ZONE, "UTC");
}
