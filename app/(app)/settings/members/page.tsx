import type { Metadata } from "next";
import { MembersPage } from "@/components/settings/members-page";
import { workspaceInvitations, workspaceKeys, workspaceMembers } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Members" };

export default async function Page() {
  const [members, keys, invitations, { demo }] = await Promise.all([
    workspaceMembers(),
    workspaceKeys(),
    workspaceInvitations(),
    shellState(),
  ]);
  return (
    <MembersPage
      initialMembers={members}
      initialKeys={keys}
      invited={invitations}
      note={demo ? "Demo data" : undefined}
    />
  );
}
