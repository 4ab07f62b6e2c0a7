"use client";

import type { ReactNode } from "react";
import { actionsColumn, type SimpleColumn } from "@/components/data-table/simple-table";
import { Button } from "@/components/ui/button";
import type { AccountKey } from "@/lib/contract/account-keys";
import { type KeyState, keyState } from "./key-state";
import { When } from "./when";

interface Options {
  /** In ms. */
  now: number;
  /** Id of the reason why this person may change nothing; undefined: they may. */
  why: string | undefined;
  onRoll: (key: AccountKey) => void;
  onRevoke: (key: AccountKey) => void;
}

export function keyColumns({ now, why, onRoll, onRevoke }: Options): readonly SimpleColumn<AccountKey>[] {
  const locked = { disabled: why !== undefined, "aria-describedby": why };
  return [
    {
      id: "name",
      header: "Name",
      meta: { className: "max-w-80 truncate" },
      cell: ({ row: { original } }) =>
        keyState(original, now) === "ended" ? (
          <span className="font-regular text-text-2">{original.name}</span>
        ) : (
          original.name
        ),
    },
    {
      id: "key",
      header: "Key",
      cell: ({ row: { original } }) =>
        original.dashboard ? (
          <span title="The key itself is never stored">this dashboard's own requests</span>
        ) : (
          <code className="font-mono text-12">…{original.lastFour ?? ""}</code>
        ),
    },
    {
      id: "created",
      header: "Created",
      meta: { prefix: "Since" },
      cell: ({ row }) => <When at={row.original.createdAt} />,
    },
    {
      id: "used",
      header: "Last used",
      meta: { prefix: "Used" },
      cell: ({ row: { original } }) => (original.lastUsedAt === null ? "never" : <When at={original.lastUsedAt} />),
    },
    {
      id: "state",
      header: "State",
      cell: ({ row: { original } }) => <State of={original} state={keyState(original, now)} />,
    },
    actionsColumn((key) => {
      const state = keyState(key, now);
      return (
        state !== "ended" && (
          <>
            {!key.dashboard && state === "works" && (
              <Button look="quiet" aria-label={`Rotate ${key.name}`} {...locked} onClick={() => onRoll(key)}>
                Rotate
              </Button>
            )}
            <Button look="quiet" aria-label={`Revoke ${key.name}`} {...locked} onClick={() => onRevoke(key)}>
              Revoke
            </Button>
          </>
        )
      );
    }),
  ];
}

const MARKS = {
  ok: "text-text-1 before:size-[7px] before:bg-ok-mark",
  waiting: "text-text-1 before:size-[7px] before:border-[1.5px] before:border-warn-mark",
  ended: "text-text-2 before:h-[1.5px] before:w-[7px] before:bg-text-3",
} as const;

/** A dot, a ring or a line, and the word. */
function Mark({ kind, children }: { kind: keyof typeof MARKS; children: ReactNode }) {
  return (
    <span className={`inline-flex items-center gap-1.5 before:rounded-full before:content-[''] ${MARKS[kind]}`}>
      <span>{children}</span>
    </span>
  );
}

function State({ of: { expiresAt, revokedAt }, state }: { of: AccountKey; state: KeyState }) {
  if (state === "works") return <Mark kind="ok">Active</Mark>;
  if (state === "ending")
    return (
      <Mark kind="waiting">
        Active until <When at={expiresAt} />
      </Mark>
    );
  return (
    <Mark kind="ended">
      {revokedAt === null ? "Ended" : "Revoked"} <When at={revokedAt ?? expiresAt} />
    </Mark>
  );
}
