"use client";
import type { FeedName } from "@dealflow/contract/feeds";
/** A changed filter buys the first page of its view by itself, once it has rested, where the person has turned that on. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useMeter } from "@/lib/client/meter";
import { PAGES } from "@/lib/filters/pages";
import { buyFirst } from "@/lib/queries/feeds";
import { grantPermit, pageKey } from "./permits";
import { AUTO_LOAD_FROM, loadsByItself } from "./settings";
import { useSpending } from "./settings-provider";
import { isOwnedOnly, setSpending, spendingStore } from "./settings-store";

/** How long filters rest before their page is bought. */
const REST_MS = 600;

const setAutoShow = (on: boolean) => setSpending("autoShow", on);
const setAutoLoad = (on: boolean) => setSpending("autoLoad", on);

export interface AutoLoad {
  readonly on: boolean;
  /** Off by itself because fewer credits than this are left. */
  readonly offBelow: number | undefined;
  set(on: boolean): void;
}

interface RestingFilters {
  readonly autoLoad: AutoLoad;
  /** The query that waits for its page. */
  readonly restingFor: string | undefined;
  /** Begins anew for a changed query, and buys unless it has changed again. @param isShown whether it is still shown */
  rest(canonical: string, isShown: () => boolean): void;
}

/** @param explores rows are free: the first records are bought, not the first page */
export function useAutoLoad(feed: FeedName, explores: boolean): RestingFilters {
  const spending = useSpending();
  const { balance } = useMeter();
  const loadsItself = loadsByItself(spending, balance, explores);
  const [restingFor, setRestingFor] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const stop = () => {
      clearTimeout(timer.current);
      setRestingFor(undefined);
    };
    window.addEventListener("popstate", stop);
    return () => {
      window.removeEventListener("popstate", stop);
      clearTimeout(timer.current);
    };
  }, []);

  const rest = useCallback(
    (canonical: string, isShown: () => boolean) => {
      clearTimeout(timer.current);
      setRestingFor(loadsItself ? canonical : undefined);
      if (!loadsItself) return;
      // Only the latest change, and only while its page is still shown.
      const mayBuy = () =>
        isShown() &&
        window.location.pathname === PAGES[feed] &&
        loadsByItself(spendingStore.getState(), null, explores) &&
        !isOwnedOnly();
      timer.current = setTimeout(async () => {
        if (explores) {
          const { revealFirst } = await import("./reveal");
          await revealFirst(feed, canonical, mayBuy);
        } else
          await buyFirst(feed, canonical, () => {
            if (!mayBuy()) return false;
            grantPermit(pageKey(feed, canonical, null));
            return true;
          });
        setRestingFor((now) => (now === canonical ? undefined : now));
      }, REST_MS);
    },
    [explores, feed, loadsItself],
  );

  return {
    autoLoad: {
      on: explores ? spending.autoShow : spending.autoLoad,
      offBelow: balance !== null && balance < AUTO_LOAD_FROM ? AUTO_LOAD_FROM : undefined,
      set: explores ? setAutoShow : setAutoLoad,
    },
    restingFor,
    rest,
  };
}
