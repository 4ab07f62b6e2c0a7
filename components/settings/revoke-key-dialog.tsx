"use client";

import { type AccountKey, KEYS } from "@/lib/contract/account-keys";
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
        "Within a second nobody in this workspace can buy anything from this dashboard. What is owned stays, other keys work on, and an owner can restore it."
      ) : (
        <>
          Programs that use the key ending in <code className="font-mono text-12">{of.lastFour}</code> are refused
          within a second. A revoked key cannot be brought back.
        </>
      )}
    </ConfirmDialog>
  );
}
