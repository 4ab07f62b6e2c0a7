"use client";
import type { SavedSummary } from "@dealflow/contract/account/saved";
import { QueryClientProvider, useIsFetching } from "@tanstack/react-query";
import { ReactQueryDevtools } from "@tanstack/react-query-devtools";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { ExpectedCards } from "@/components/ui/hooks/use-cards";
import { whenIdle } from "@/components/ui/lazy-component";
import { PricesContext } from "@/components/ui/prices/price-text";
import type { HostState, MeterState } from "@/lib/api/dashboard";
import { HostProvider } from "@/lib/client/host";
import { readInboxState } from "@/lib/client/inbox/inbox-state";
import { MeterProvider, useMeter } from "@/lib/client/meter";
import { reloadWithOtherTabs } from "@/lib/client/new-document";
import { OwnedOnlyProvider, useOwnedOnly } from "@/lib/client/owned-only";
import { SavedProvider, useSavedSummary } from "@/lib/client/saved/saved-context";
import { watchTyping } from "@/lib/client/typed-text";
import { getQueryClient } from "@/lib/queries/client";
import { ClockProvider } from "./clock";
import type { Preferences } from "./preferences/preferences";
import { PreferencesProvider } from "./preferences/preferences-provider";

interface Props {
  preferences: Preferences;
  /** The browser is that of a phone. */
  phone: boolean;
  ownedOnly: boolean;
  meter: MeterState;
  host: HostState;
  saved: SavedSummary | null;
  /** The time is in ms since 1970 by the server's clock. */
  now: number;
  children: ReactNode;
}

export function Providers({ preferences, phone, ownedOnly, meter, host, saved, now, children }: Props) {
  return (
    <VisitorProviders preferences={preferences} phone={phone} host={host} now={now}>
      <SavedProvider value={saved}>
        <MeterProvider initial={meter}>
          <OwnedOnlyProvider initial={ownedOnly}>
            <PricesSwitch>{children}</PricesSwitch>
            {host.identity && <ReloadOnAccountChange />}
            {host.identity && <InboxUpdates />}
          </OwnedOnlyProvider>
        </MeterProvider>
      </SavedProvider>
      {/* A production build leaves this out. */}
      <ReactQueryDevtools />
    </VisitorProviders>
  );
}

/** A page without a workspace needs only these providers. */
export function VisitorProviders(props: Omit<Props, "ownedOnly" | "meter" | "saved">) {
  const { preferences, phone, host, now, children } = props;
  const [queryClient] = useState(getQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <PreferencesProvider initial={preferences}>
        <ClockProvider now={now}>
          <HostProvider value={host}>
            <ExpectedCards value={phone}>{children}</ExpectedCards>
          </HostProvider>
        </ClockProvider>
      </PreferencesProvider>
    </QueryClientProvider>
  );
}

/** Tells every control with a price what can be bought now. */
function PricesSwitch({ children }: { children: ReactNode }) {
  const ownedOnly = useOwnedOnly();
  const { balance, sessionLeft } = useMeter();
  const off = ownedOnly
    ? "Owned only is on. Nothing spends credits."
    : sessionLeft === 0
      ? "The budget is used up, so nothing can be bought now."
      : undefined;
  const prices = useMemo(() => ({ off, balance }), [off, balance]);
  return <PricesContext value={prices}>{children}</PricesContext>;
}

/** Leaves the page when somebody signs in or out, or opens another workspace, in another tab. */
function ReloadOnAccountChange() {
  useEffect(reloadWithOtherTabs, []);
  useEffect(watchTyping, []);
  return null;
}

/** Keeps the number of unread items up to date with a stream, which begins after the page has loaded its own data. */
function InboxUpdates() {
  const latest = useSavedSummary().inbox?.latest;
  const isBusy = useIsFetching() > 0;
  const [ready, setReady] = useState(false);
  useEffect(() => (isBusy || ready ? undefined : whenIdle(() => setReady(true))), [isBusy, ready]);
  useEffect(() => {
    if (!ready) return;
    const ended = new AbortController();
    void import("@/lib/client/inbox/follow").then(({ followInbox }) => {
      if (!ended.signal.aborted)
        ended.signal.addEventListener("abort", followInbox(readInboxState()?.latest ?? latest));
    });
    return () => ended.abort();
  }, [ready, latest]);
  return null;
}
