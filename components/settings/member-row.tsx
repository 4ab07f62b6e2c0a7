"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import type { Member } from "@/lib/contract/account-people";
import { When } from "./when";

interface Props {
  member: Member;
  /** It is the current person. */
  mine: boolean;
  /** It is the only owner of the workspace. */
  lastOwner: boolean;
  /** Id of the reason why this person may change nothing; undefined: they may. */
  why: string | undefined;
  busy: boolean;
  onRole: () => void;
  onRemove: () => void;
}

export function MemberRow({ member, mine, lastOwner, why, busy, onRole, onRemove }: Props) {
  const { name, email, role, joinedAt } = member;
  const last = useId();
  const owner = role === "owner";
  return (
    <tr>
      <th scope="row">
        {name}
        {mine && <span className="ml-2 text-12 font-regular text-text-2">you</span>}
      </th>
      <td data-cell="email">{email}</td>
      <td data-cell="role">
        {owner ? "Owner" : "Member"}
        {lastOwner && (
          <span className="ml-2 text-12 font-regular text-text-2" id={last}>
            the only one
          </span>
        )}
      </td>
      <td data-cell="joined">
        <When at={joinedAt} />
      </td>
      <td data-cell="change">
        <span className="flex justify-end gap-4 max-tablet:[&>button]:min-h-8">
          <Button
            look="quiet"
            aria-label={owner ? `Make ${name} a member` : `Make ${name} an owner`}
            disabled={why !== undefined || lastOwner || busy}
            aria-describedby={why ?? (lastOwner ? last : undefined)}
            title={lastOwner ? "A workspace keeps an owner: make somebody else one first" : undefined}
            onClick={onRole}
          >
            {owner ? "Make member" : "Make owner"}
          </Button>
          {!mine && (
            <Button
              look="quiet"
              aria-label={`Remove ${name}`}
              disabled={why !== undefined || lastOwner}
              aria-describedby={why}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}
