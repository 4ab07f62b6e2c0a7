import type { AccountKey } from "@dealflow/contract/account/keys";
import { actionsColumn, column, type SimpleColumn } from "@/components/data-table/simple-table";
import { dayColumn, usedColumn, When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { StateMark } from "@/components/ui/marks/state-mark";

interface Options {
  /** The time is in ms since 1970. */
  now: number;
  /** The element with this id tells why this person may change nothing; it is undefined when they may. */
  why: string | undefined;
  onRotate: (key: AccountKey) => void;
  onRevoke: (key: AccountKey) => void;
}

export function keyColumns({ now, why, onRotate, onRevoke }: Options): readonly SimpleColumn<AccountKey>[] {
  const locked = { disabled: why !== undefined, "aria-describedby": why };
  return [
    column("name", "Name", { className: "tablet:w-1/3 tablet:max-w-0 truncate" }, (row) =>
      keyState(row, now) === "ended" ? (
        <span className="font-regular text-text-2" title={row.name}>
          {row.name}
        </span>
      ) : (
        row.name
      ),
    ),
    column("key", "Key", {}, (row) =>
      row.dashboard ? (
        <span title="The key itself is never stored">this dashboard's own requests</span>
      ) : (
        <code className="font-mono text-12">…{row.lastFour ?? ""}</code>
      ),
    ),
    column("maker", "Created by", { prefix: "Created by" }, makerText),
    dayColumn("created", "Created", ({ createdAt }) => createdAt, "Since"),
    usedColumn(),
    column("state", "State", {}, (row) => <State of={row} state={keyState(row, now)} />),
    actionsColumn((key) => {
      const state = keyState(key, now);
      return (
        state !== "ended" && (
          <>
            {!key.dashboard && state === "works" && (
              <Button variant="quiet" aria-label={`Rotate ${key.name}`} {...locked} onClick={() => onRotate(key)}>
                Rotate
              </Button>
            )}
            <Button variant="quiet" aria-label={`Revoke ${key.name}`} {...locked} onClick={() => onRevoke(key)}>
              Revoke
            </Button>
          </>
        )
      );
    }),
  ];
}

function makerText({ createdBy, dashboard }: AccountKey): string {
  if (createdBy !== null) return createdBy.name ?? "Removed person";
  return dashboard ? "–" : "not recorded";
}

function State({ of: { expiresAt, revokedAt }, state }: { of: AccountKey; state: KeyState }) {
  if (state === "works") return <StateMark kind="ok">Active</StateMark>;
  if (state === "ending")
    return (
      <StateMark kind="waiting">
        Active until <When at={expiresAt} />
      </StateMark>
    );
  return (
    <StateMark kind="ended">
      {revokedAt === null ? "Ended" : "Revoked"} <When at={revokedAt ?? expiresAt} />
    </StateMark>
  );
}

type KeyState = "works" | "ending" | "ended";

/** An `ending` key was rotated and is valid for a limited time. `now` is in ms since 1970. */
export function keyState({ expiresAt, revokedAt }: AccountKey, now: number): KeyState {
  if (revokedAt !== null) return "ended";
  if (expiresAt === null) return "works";
  return Date.parse(expiresAt) > now ? "ending" : "ended";
}
