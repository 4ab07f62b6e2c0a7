"use client";
/** Reads the page again when the meter has another balance, so that purchases in another tab appear here too. */
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { CreditsState } from "@/lib/api/credits";
import { updateMeter, useMeter } from "@/lib/client/meter";

type Props = Pick<CreditsState, "balance" | "sequence" | "estimated">;

export function RefreshOnBalanceChange({ balance, sequence, estimated }: Props) {
  const router = useRouter();
  const meter = useMeter();
  useEffect(() => {
    // The meter may receive the balance of the page later, or not at all.
    if (balance !== null) updateMeter({ balance, sequence, estimated });
  }, [balance, sequence, estimated]);
  const newer = meter.sequence >= sequence && meter.balance !== balance ? meter.balance : null;
  useEffect(() => {
    if (newer !== null) router.refresh();
  }, [newer, router]);
  return null;
}
