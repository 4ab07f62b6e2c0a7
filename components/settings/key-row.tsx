"use client";

import { cva } from "class-variance-authority";
import { Button } from "@/components/ui/button";
import type { AccountKey } from "@/lib/contract/account-keys";
import type { KeyState } from "./key-state";
import { When } from "./when";

interface Props {
  of: AccountKey;
  state: KeyState;
  /** Id of the reason why this person may change nothing; undefined: they may. */
  why: string | undefined;
  onRoll: () => void;
  onRevoke: () => void;
}

export function KeyRow({ of, state, why, onRoll, onRevoke }: Props) {
  const { name, lastFour, dashboard, createdAt, lastUsedAt } = of;
  const locked = { disabled: why !== undefined, "aria-describedby": why };
  return (
    <tr data-state={state}>
      <th scope="row">{name}</th>
      <td data-cell="key">
        {dashboard ? (
          <span title="No text of it exists anywhere">this dashboard's own requests</span>
        ) : (
          <code>…{lastFour ?? ""}</code>
        )}
      </td>
      <td data-cell="created">
        <When at={createdAt} />
      </td>
      <td data-cell="used">{lastUsedAt === null ? "never" : <When at={lastUsedAt} />}</td>
      <td data-cell="state">
        <State of={of} state={state} />
      </td>
      <td data-cell="change">
        {state !== "ended" && (
          <span className="flex justify-end gap-4 max-tablet:[&>button]:min-h-8">
            {!dashboard && state === "works" && (
              <Button look="quiet" aria-label={`Roll ${name}`} {...locked} onClick={onRoll}>
                Roll
              </Button>
            )}
            <Button look="quiet" aria-label={`Revoke ${name}`} {...locked} onClick={onRevoke}>
              Revoke
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** A dot, a ring or a line before the word. */
const stateVariants = cva("inline-flex items-center gap-1.5 before:size-[7px] before:rounded-full", {
  variants: {
    state: {
      works: "text-text-1 before:bg-ok-mark",
      ending: "text-text-1 before:border-[1.5px] before:border-warn-mark",
      ended: "text-text-2 before:h-[1.5px] before:bg-text-3",
    },
  },
});

function State({ of: { expiresAt, revokedAt }, state }: { of: AccountKey; state: KeyState }) {
  if (state === "works") return <span className={stateVariants({ state })}>Works</span>;
  if (state === "ending")
    return (
      <span className={stateVariants({ state })}>
        <span>
          Works until <When at={expiresAt} />
        </span>
      </span>
    );
  return (
    <span className={stateVariants({ state: "ended" })}>
      <span>
        {revokedAt === null ? "Ended" : "Revoked"} <When at={revokedAt ?? expiresAt} />
      </span>
    </span>
  );
}
