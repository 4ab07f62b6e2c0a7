import type { Metadata } from "next";
import { CreditsPage } from "@/components/credits/credits-page";
import { loadCreditsPage } from "@/lib/server/credits-page";
import { workspaceBudgets } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Credits" };

export default async function Page() {
  // This updates the balance that the meter shows too, so it runs first.
  const state = await loadCreditsPage();
  const [{ demo }, budgets] = await Promise.all([shellState(), workspaceBudgets()]);
  return <CreditsPage state={state} budgets={budgets} note={demo ? "Demo data" : undefined} />;
}
