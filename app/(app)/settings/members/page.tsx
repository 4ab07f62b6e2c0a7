import type { Metadata } from "next";
import { MembersPage } from "@/components/settings/members-page";
import { workspaceInvitations, workspaceMembers } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Members" };

export default async function Page() {
  const [members, invitations, { demo }] = await Promise.all([
    workspaceMembers(),
    workspaceInvitations(),
    shellState(),
  ]);
  return <MembersPage initialMembers={members} invited={invitations} note={demo ? "Demo data" : undefined} />;
}
