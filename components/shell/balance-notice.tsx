"use client";
/** Notifies once that credits are low, and once that there are none; the text is fetched when needed. */
import { Suspense, useEffect } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { clearShown, useWasShown } from "@/lib/client/balance-notice";
import { useHost } from "@/lib/client/host";
import { useMeter } from "@/lib/client/meter";

const LazyWords = lazyComponent(async () => (await import("./balance-words")).BalanceWords);

export function BalanceNotice() {
  const { account } = useHost();
  const { level, balance } = useMeter();
  const shown = useWasShown(account ?? "", level === "empty" ? "empty" : "low");
  useEffect(() => {
    if (account !== null && level === "ok") clearShown(account);
  }, [account, level]);
  if (account === null || balance === null || shown || (level !== "low" && level !== "empty")) return null;
  return (
    <Suspense>
      <LazyWords account={account} level={level} balance={balance} />
    </Suspense>
  );
}
