"use client";
/** Reads the page again when the meter has another balance: what was bought in another tab stands here too. */
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { CreditsState } from "@/lib/api/credits";
import { useMeter } from "@/lib/client/meter";
import { updateMeter } from "@/lib/queries/meter";

type Props = Pick<CreditsState, "balance" | "sequence" | "estimated">;

export function RefreshOnBalanceChange({ balance, sequence, estimated }: Props) {
  const router = useRouter();
  const meter = useMeter();
  useEffect(() => {
    // The meter may have received later what the server knows of the page, or not at all.
    if (balance !== null) updateMeter({ balance, sequence, estimated });
  }, [balance, sequence, estimated]);
  const newer = meter.sequence >= sequence && meter.balance !== balance ? meter.balance : null;
  useEffect(() => {
    if (newer !== null) router.refresh();
  }, [newer, router]);
  return null;
}
