"use client";

import { ACCOUNT } from "@/lib/contract/account";
import type { Member } from "@/lib/contract/account-people";
import { ConfirmDialog } from "./confirm-dialog";
import { done } from "./refused";

interface Props {
  member: Member;
  workspace: string;
  onRemoved: () => Promise<void>;
  onClose: () => void;
}

export function RemoveMemberDialog({ member, workspace, onRemoved, onClose }: Props) {
  return (
    <ConfirmDialog
      title={`Remove ${member.name}?`}
      action="Remove"
      doing={async () => {
        const refused = await done(ACCOUNT.removeMember, { id: member.id });
        await onRemoved();
        return refused;
      }}
      onClose={onClose}
    >
      {member.email} can no longer open {workspace}: what they have open of it ends within a second. Views that they
      shared stay, and so does what they used in the ledger.
    </ConfirmDialog>
  );
}
