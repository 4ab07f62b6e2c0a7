import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { useBrowserValue } from "@/components/ui/hooks/use-browser-value";

const Context = createContext(new Date(0));

const DAY_MS = 86_400_000;
const TICK_MS = 60_000;

/**
 * Ages are computed from this time. It is the server's at first, so that server and browser write the same, and changes
 * with each new day from then on.
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

/** The zone is read once: reading it takes the browser 50 µs, and every row needs it. */
const ZONE = (typeof window !== "undefined" && Intl.DateTimeFormat().resolvedOptions().timeZone) || "UTC";

/** Returns the reader's time zone; it is UTC on the server, and in the browser until hydration. */
export function useZone(): string {
  return useBrowserValue(() => ZONE, "UTC");
}
