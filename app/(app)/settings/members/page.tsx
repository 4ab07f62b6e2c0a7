import type { Metadata } from "next";
import { MembersPage } from "@/components/settings/members-page";
import { workspaceMembers } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Members" };

export default async function Page() {
  const [members, { demo }] = await Promise.all([workspaceMembers(), shellState()]);
  return <MembersPage served={members} note={demo ? "Demo data" : undefined} />;
}
