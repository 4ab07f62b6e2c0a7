"use client";

import type { AccountKey } from "@dealflow/contract/account-keys";
import { type Member, WORKSPACES } from "@dealflow/contract/account-people";
import { useState } from "react";
import { requestError } from "./account-error";
import { ConfirmDialog } from "./confirm-dialog";
import { RevokeKeysChoice } from "./revoke-keys-choice";

interface Props {
  /** Demoted: from owner to member. */
  what: "remove" | "demote";
  member: Member;
  /** Those that they created and that still work. */
  keys: readonly AccountKey[];
  workspace: string;
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Confirms that a member loses rights, and what becomes of the keys whose text they may have. */
export function MemberDialog({ what, member, keys, workspace, onDone, onClose }: Props) {
  const removes = what === "remove";
  const [revokeKeys, setRevokeKeys] = useState(removes);
  const { id } = member;
  return (
    <ConfirmDialog
      title={removes ? `Remove ${member.name}?` : `Make ${member.name} a member?`}
      action={removes ? "Remove" : "Make member"}
      choice={<RevokeKeysChoice keys={keys} whose="their" checked={revokeKeys} onChange={setRevokeKeys} />}
      onConfirm={async () => {
        const error = removes
          ? await requestError(WORKSPACES.removeMember, { id, body: { revokeKeys } })
          : await requestError(WORKSPACES.changeMember, { id, body: { role: "member", revokeKeys } });
        await onDone();
        return error;
      }}
      onClose={onClose}
    >
      {removes
        ? `${member.email} loses access to ${workspace} within a second. Their shared views and ledger entries are kept.`
        : `They can no longer manage people, keys and budgets of ${workspace}. API keys that they created work until they are revoked.`}
    </ConfirmDialog>
  );
}
