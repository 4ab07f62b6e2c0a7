import type { Metadata } from "next";
import { ViewsPage } from "@/components/views/views-page";
import { savedViews } from "@/lib/server/pages/saved";

export const metadata: Metadata = { title: "Saved views" };

export default async function Page() {
  return <ViewsPage initial={await savedViews()} />;
}
