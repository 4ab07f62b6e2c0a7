import type { Metadata } from "next";
import { ProfilePage } from "@/components/settings/profile-page";
import { requireAccountPages } from "@/lib/server/pages/account-data";

export const metadata: Metadata = { title: "Profile" };

export default async function Page() {
  await requireAccountPages();
  return <ProfilePage />;
}
