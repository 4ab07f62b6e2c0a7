import type { Metadata } from "next";
import { ProfilePage } from "@/components/settings/profile-page";
import { requireAccountPages } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Profile" };

export default async function Page() {
  const [, { demo }] = await Promise.all([requireAccountPages(), shellState()]);
  return <ProfilePage note={demo ? "Demo data" : undefined} />;
}
