"use client";

import type { ReactNode } from "react";
import type { HostState, MeterState } from "@/lib/api/dashboard";
import { HostProvider } from "@/lib/client/host";
import { MeterProvider } from "@/lib/client/meter";
import { SavedProvider } from "@/lib/client/saved/served";
import type { SavedSummary } from "@/lib/contract/saved";
import { ClockProvider } from "./clock";
import type { Preferences } from "./preferences";
import { PreferencesProvider } from "./preferences-provider";

interface Props {
  preferences: Preferences;
  meter: MeterState;
  host: HostState;
  saved: SavedSummary | null;
  /** ms since 1970 by the server's clock. */
  now: number;
  children: ReactNode;
}

export function Providers({ preferences, meter, host, saved, now, children }: Props) {
  return (
    <PreferencesProvider initial={preferences}>
      <ClockProvider now={now}>
        <HostProvider value={host}>
          <SavedProvider value={saved}>
            <MeterProvider initial={meter}>{children}</MeterProvider>
          </SavedProvider>
        </HostProvider>
      </ClockProvider>
    </PreferencesProvider>
  );
}
