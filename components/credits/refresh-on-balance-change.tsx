"use client";
/** Reads the page again when the meter hears of another balance: what was bought in another tab stands here too. */
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { fetchBalance, meterState, subscribeMeter } from "@/lib/client/meter-store";

export function RefreshOnBalanceChange({ balance }: { balance: number | null }) {
  const router = useRouter();
  useEffect(() => {
    // The server knows the balance of the page, which the meter may have been told later or not at all.
    void fetchBalance();
    let heard = balance;
    return subscribeMeter(() => {
      const now = meterState().balance;
      if (now === null || now === heard) return;
      heard = now;
      router.refresh();
    });
  }, [balance, router]);
  return null;
}
