"use client";
/**
 * Notifies once that credits are low, and once that there are none, or that they come with a confirmed address. The
 * text is fetched when it is needed.
 */
import { useEffect } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useHost } from "@/lib/client/host";
import { useMeter } from "@/lib/client/meter";
import { restoreNotices, useIsDismissed } from "@/lib/client/ui-store";

const LazyConfirmAddressNotice = lazyComponent(async () => (await import("./balance-words")).ConfirmAddressNotice);
const LazyWords = lazyComponent(async () => (await import("./balance-words")).BalanceWords);

export function BalanceNotice({ className }: { className: string }) {
  const { account, identity } = useHost();
  const { level, balance } = useMeter();
  const dismissed = useIsDismissed(account ?? "", level === "empty" ? "empty" : "low");
  useEffect(() => {
    if (account !== null && level === "ok") restoreNotices(account);
  }, [account, level]);
  if (identity?.person.confirmed === false) return <LazyConfirmAddressNotice className={className} />;
  if (account === null || balance === null || dismissed || (level !== "low" && level !== "empty")) return null;
  return <LazyWords className={className} account={account} level={level} balance={balance} />;
}
