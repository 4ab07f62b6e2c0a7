"use client";
/** Whether rows are free here: what is not owned is previewed, and nothing is bought by opening or filtering. */
import { useSpending } from "@/lib/spending/settings-provider";
import { useHost } from "./host";

export function useExplores(): boolean {
  const { ownedOnly } = useSpending();
  return useHost().identity?.freeExplore === "rows" && !ownedOnly;
}
