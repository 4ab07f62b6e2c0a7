"use client";

import { type AccountKey, KEYS } from "@dealflow/contract/account-keys";
import { requestError } from "./account-error";
import { ConfirmDialog } from "./confirm-dialog";

interface Props {
  of: AccountKey;
  onRevoked: () => Promise<void>;
  onClose: () => void;
}

export function RevokeKeyDialog({ of, onRevoked, onClose }: Props) {
  return (
    <ConfirmDialog
      title={`Revoke ${of.name}?`}
      action="Revoke key"
      onConfirm={async () => {
        const error = await requestError(KEYS.revokeKey, { id: of.id });
        await onRevoked();
        return error;
      }}
      onClose={onClose}
    >
      {of.dashboard ? (
        "Nobody in this workspace can buy from the dashboard until an owner restores it. Owned data and other keys aren't affected."
      ) : (
        <>
          Programs using the key ending in <code className="font-mono text-12">{of.lastFour}</code> stop working within
          a second. This can't be undone.
        </>
      )}
    </ConfirmDialog>
  );
}
