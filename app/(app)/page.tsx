import type { Metadata } from "next";
import { StartPage } from "@/components/start/start-page";
import { savedViews, watchedCompanies } from "@/lib/server/pages/saved";
import { shellState } from "@/lib/server/pages/shell-state";

export const metadata: Metadata = { title: "Start" };

export default async function Page() {
  const [views, companies, state] = await Promise.all([savedViews(), watchedCompanies(), shellState()]);
  return <StartPage views={views} companies={companies} note={state.demo ? "Demo data" : undefined} />;
}
