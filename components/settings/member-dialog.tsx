"use client";

import { type AccountKey, KEYS } from "@dealflow/contract/account/keys";
import { type Member, WORKSPACES } from "@dealflow/contract/account/people";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { useIdentity } from "@/lib/client/host";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { RevokeKeysChoice } from "./revoke-keys-choice";

interface Props {
  /** A demoted owner becomes a member. */
  what: "remove" | "demote";
  member: Member;
  /** These active keys were created by the member. */
  keys: readonly AccountKey[];
  onClose: () => void;
}

/** Confirms that a member loses rights, and asks about the keys whose text they may have. */
export function MemberDialog({ what, member: { id, name, email }, keys, onClose }: Props) {
  const { person, workspace } = useIdentity();
  const router = useRouter();
  const [revokeKeys, setRevokeKeys] = useState(what === "remove");
  const invalidates = [WORKSPACES.members, KEYS.keys];
  const remove = useAccountMutation(WORKSPACES.removeMember, { invalidates, onSuccess: onClose });
  const demote = useAccountMutation(WORKSPACES.changeMember, {
    invalidates,
    onSuccess: () => {
      onClose();
      if (id === person.id) router.refresh();
    },
  });
  if (what === "demote")
    return (
      <ActionDialog
        title={`Make ${name} a member?`}
        description={`They can no longer manage people, keys and budgets of ${workspace.name}. API keys that they created work until they are revoked.`}
        action="Make member"
        status={demote}
        onAction={() => demote.mutate({ id, body: { role: "member", revokeKeys } })}
        onClose={onClose}
      >
        <RevokeKeysChoice keys={keys} whose="their" checked={revokeKeys} onChange={setRevokeKeys} />
      </ActionDialog>
    );
  return (
    <ActionDialog
      title={`Remove ${name}?`}
      description={`${email} loses access to ${workspace.name} within a second. Their shared views and ledger entries are kept.`}
      action="Remove"
      status={remove}
      onAction={() => remove.mutate({ id, body: { revokeKeys } })}
      onClose={onClose}
    >
      <RevokeKeysChoice keys={keys} whose="their" checked={revokeKeys} onChange={setRevokeKeys} />
    </ActionDialog>
  );
}
