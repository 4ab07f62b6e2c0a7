"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ReactQueryDevtools } from "@tanstack/react-query-devtools";
import { type ReactNode, useState } from "react";
import type { HostState, MeterState } from "@/lib/api/dashboard";
import { HostProvider } from "@/lib/client/host";
import { MeterProvider } from "@/lib/client/meter";
import { SavedProvider } from "@/lib/client/saved/saved-context";
import type { SavedSummary } from "@/lib/contract/saved";
import { getQueryClient } from "@/lib/queries/client";
import type { SpendingSettings } from "@/lib/spending/settings";
import { SpendingProvider } from "@/lib/spending/settings-provider";
import { ClockProvider } from "./clock";
import type { Preferences } from "./preferences";
import { PreferencesProvider } from "./preferences-provider";
import { PricesSwitch } from "./prices-switch";
import { ReloadOnAccountChange } from "./reload-on-account-change";

interface Props {
  preferences: Preferences;
  spending: SpendingSettings;
  meter: MeterState;
  host: HostState;
  saved: SavedSummary | null;
  /** ms since 1970 by the server's clock. */
  now: number;
  children: ReactNode;
}

export function Providers({ preferences, spending, meter, host, saved, now, children }: Props) {
  const [queryClient] = useState(getQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <PreferencesProvider initial={preferences}>
        <ClockProvider now={now}>
          <HostProvider value={host}>
            <SavedProvider value={saved}>
              <MeterProvider initial={meter}>
                <SpendingProvider initial={spending}>
                  <PricesSwitch>{children}</PricesSwitch>
                  {host.identity && <ReloadOnAccountChange />}
                </SpendingProvider>
              </MeterProvider>
            </SavedProvider>
          </HostProvider>
        </ClockProvider>
      </PreferencesProvider>
      {/* A build leaves it out. */}
      <ReactQueryDevtools />
    </QueryClientProvider>
  );
}
