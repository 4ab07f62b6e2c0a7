"use client";

import { type Member, WORKSPACES } from "@/lib/contract/account-people";
import { requestError } from "./account-error";
import { ConfirmDialog } from "./confirm-dialog";

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
      onConfirm={async () => {
        const error = await requestError(WORKSPACES.removeMember, { id: member.id, body: { revokeKeys: true } });
        await onRemoved();
        return error;
      }}
      onClose={onClose}
    >
      {member.email} loses access to {workspace} within a second. Their shared views and ledger entries are kept.
    </ConfirmDialog>
  );
}
