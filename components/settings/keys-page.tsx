"use client";
import { type AccountKey, DASHBOARD_KEY, KEYS } from "@dealflow/contract/account-keys";
import type { ListPage } from "@dealflow/contract/account-lists";
/** API keys of the open workspace: created, rotated, revoked by its owners, listed for its members. */
import { useId, useState } from "react";
import { SimpleTable } from "@/components/data-table/simple-table";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/counts";
import { useAccountAction, useAccountList } from "@/lib/queries/account";
import { requestError } from "./account-error";
import { keyColumns } from "./key-columns";
import { keyState } from "./key-state";
import { NewKeyDialog } from "./new-key-dialog";
import { RevokeKeyDialog } from "./revoke-key-dialog";
import { RollKeyDialog } from "./roll-key-dialog";
import { Section, SettingsPage, Unread } from "./settings-page";
import { ShowMore } from "./show-more";

interface Props {
  initialKeys: ListPage<AccountKey> | string;
  note: string | undefined;
}

type Open = { readonly what: "new" } | { readonly what: "roll" | "revoke"; readonly key: AccountKey };

export function KeysPage({ initialKeys, note }: Props) {
  const paged = useAccountList(initialKeys, KEYS.keys);
  const { items: keys, refetch } = paged;
  const [open, setOpen] = useState<Open>();
  const { busy, problem, run } = useAccountAction();
  const why = useId();
  const now = useNow().getTime();

  const restore = () =>
    run(async () => {
      const error = await requestError(KEYS.restoreDashboardKey);
      await refetch();
      return error;
    });

  return (
    <SettingsPage note={note}>
      {({ workspace: { role } }) => {
        const owner = role === "owner";
        if (typeof keys === "string") return <Unread problem={keys} />;
        const working = keys.filter((key) => keyState(key, now) !== "ended");
        const noDashboardKey = !working.some(({ dashboard }) => dashboard);
        return (
          <Section
            title="API keys"
            aside={formatCount(working.length, "key")}
            tools={
              <Button
                variant="primary"
                disabled={!owner}
                aria-describedby={owner ? undefined : why}
                onClick={() => setOpen({ what: "new" })}
              >
                New key
              </Button>
            }
            words={
              <>
                API keys let programs query this workspace's data and are charged to it.{" "}
                {!owner && <span id={why}>Only owners can create, rotate and revoke keys.</span>}
              </>
            }
          >
            {noDashboardKey && (
              <div
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-warn-line bg-warn-soft px-gutter py-2.5"
                role="status"
              >
                <p>
                  <b className="font-medium text-warn-text">The {DASHBOARD_KEY} key is revoked.</b> The dashboard can't
                  buy anything until you restore it; owned data and other keys still work.
                </p>
                <Button
                  disabled={busy || !owner}
                  aria-describedby={owner ? undefined : why}
                  onClick={() => void restore()}
                >
                  Restore
                </Button>
              </div>
            )}
            {problem !== undefined && <Unread problem={problem} />}
            <SimpleTable
              caption="API keys"
              stacked="tablet"
              rows={keys}
              rowId={({ id }) => id}
              columns={keyColumns({
                now,
                why: owner ? undefined : why,
                onRoll: (key) => setOpen({ what: "roll", key }),
                onRevoke: (key) => setOpen({ what: "revoke", key }),
              })}
            />
            <ShowMore of={paged} what="keys" />
            {open?.what === "new" && <NewKeyDialog onCreated={refetch} onClose={() => setOpen(undefined)} />}
            {open?.what === "roll" && (
              <RollKeyDialog of={open.key} onCreated={refetch} onClose={() => setOpen(undefined)} />
            )}
            {open?.what === "revoke" && (
              <RevokeKeyDialog of={open.key} onRevoked={refetch} onClose={() => setOpen(undefined)} />
            )}
          </Section>
        );
      }}
    </SettingsPage>
  );
}
