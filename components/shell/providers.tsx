"use client";

import type { ReactNode } from "react";
import type { HostState, MeterState } from "@/lib/api/dashboard";
import { HostProvider } from "@/lib/client/host";
import { MeterProvider } from "@/lib/client/meter";
import { ClockProvider } from "./clock";
import type { Preferences } from "./preferences";
import { PreferencesProvider } from "./preferences-provider";

interface Props {
  preferences: Preferences;
  meter: MeterState;
  host: HostState;
  /** ms since 1970 by the server's clock. */
  now: number;
  children: ReactNode;
}

export function Providers({ preferences, meter, host, now, children }: Props) {
  return (
    <PreferencesProvider initial={preferences}>
      <ClockProvider now={now}>
        <HostProvider value={host}>
          <MeterProvider initial={meter}>{children}</MeterProvider>
        </HostProvider>
      </ClockProvider>
    </PreferencesProvider>
  );
}
