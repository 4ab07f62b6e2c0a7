"use client";

import { type AccountKey, KEYS } from "@dealflow/contract/account-keys";
import { ActionDialog } from "@/components/ui/action-dialog";
import { useAccountMutation } from "@/lib/queries/account-mutation";

export function RevokeKeyDialog({ of, onClose }: { of: AccountKey; onClose: () => void }) {
  const revoke = useAccountMutation(KEYS.revokeKey, { invalidates: [KEYS.keys], onSuccess: onClose });
  return (
    <ActionDialog
      title={`Revoke ${of.name}?`}
      description={
        of.dashboard ? (
          "Nobody in this workspace can buy from the dashboard until an owner restores it. Owned data and other keys aren't affected."
        ) : (
          <>
            Programs using the key ending in <code className="font-mono text-12">{of.lastFour}</code> stop working
            within a second. This can't be undone.
          </>
        )
      }
      action="Revoke key"
      status={revoke}
      onAction={() => revoke.mutate({ id: of.id })}
      onClose={onClose}
    />
  );
}
