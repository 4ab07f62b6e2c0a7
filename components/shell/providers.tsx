"use client";

import type { ReactNode } from "react";
import type { MeterState } from "@/lib/api/dashboard";
import { MeterProvider } from "@/lib/client/meter";
import { ClockProvider } from "./clock";
import type { Preferences } from "./preferences";
import { PreferencesProvider } from "./preferences-provider";

interface Props {
  preferences: Preferences;
  meter: MeterState;
  /** ms since 1970 by the server's clock. */
  now: number;
  children: ReactNode;
}

export function Providers({ preferences, meter, now, children }: Props) {
  return (
    <PreferencesProvider initial={preferences}>
      <ClockProvider now={now}>
        <MeterProvider initial={meter}>{children}</MeterProvider>
      </ClockProvider>
    </PreferencesProvider>
  );
}
