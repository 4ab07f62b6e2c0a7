import type { Metadata } from "next";
import { ViewsPage } from "@/components/views/views-page";
import { savedViews } from "@/lib/server/pages/saved";
import { shellState } from "@/lib/server/pages/shell-state";

export const metadata: Metadata = { title: "Saved views" };

export default async function Page() {
  const [initial, state] = await Promise.all([savedViews(), shellState()]);
  return <ViewsPage initial={initial} note={state.demo ? "Demo data" : undefined} />;
}
