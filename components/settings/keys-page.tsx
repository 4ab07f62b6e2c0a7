"use client";

/** Lists the API keys of the open workspace; its owners create, rotate and revoke them. */
import { type AccountKey, DASHBOARD_KEY, KEY_LIMITS, KEYS, type NewKey } from "@dealflow/contract/account/keys";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { SimpleTable } from "@/components/data-table/simple-table";
import { useAccountForm } from "@/components/shell/account-form";
import { useNow } from "@/components/shell/clock";
import { Section, Unread } from "@/components/shell/section";
import { Button } from "@/components/ui/button";
import { closeToNeighbour } from "@/components/ui/focus";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { Segmented } from "@/components/ui/segmented";
import { useIdentity } from "@/lib/client/host";
import { namedProblem } from "@/lib/client/person-rules";
import { formatCount } from "@/lib/format/counts";
import { accountListQuery, isUnread } from "@/lib/queries/account";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { keyColumns, keyState } from "./key-columns";
import { ShowMore } from "./show-more";
import { newKeyResult } from "./shown-once";

type Open = { readonly what: "new" } | { readonly what: "rotate" | "revoke"; readonly key: AccountKey };

export function KeysPage() {
  const owner = useIdentity().workspace.role === "owner";
  const query = useSuspenseInfiniteQuery(accountListQuery(KEYS.keys));
  const restore = useAccountMutation(KEYS.restoreDashboardKey, { invalidates: [KEYS.keys] });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const why = useId();
  const locked = owner ? {} : { disabled: true, "aria-describedby": why };
  const now = useNow().getTime();
  const working = query.data.filter((key) => keyState(key, now) !== "ended");
  const noDashboardKey = !working.some(({ dashboard }) => dashboard);
  return (
    <Section
      title="API keys"
      aside={formatCount(working.length, "key")}
      tools={
        <Button variant="primary" {...locked} onClick={() => setOpen({ what: "new" })}>
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
            <b className="font-medium text-warn-text">The {DASHBOARD_KEY} key is revoked.</b> The dashboard can't buy
            anything until you restore it; owned data and other keys still work.
          </p>
          <Button disabled={restore.isPending} {...locked} onClick={() => restore.mutate()}>
            Restore
          </Button>
        </div>
      )}
      {restore.problem !== undefined && <Unread problem={restore.problem} />}
      <SimpleTable
        caption="API keys"
        stacked="tablet"
        rows={query.data}
        rowId={({ id }) => id}
        columns={keyColumns({
          now,
          why: owner ? undefined : why,
          onRotate: (key) => setOpen({ what: "rotate", key }),
          onRevoke: (key) => setOpen({ what: "revoke", key }),
        })}
      />
      <ShowMore of={query} what="keys" />
      {open?.what === "new" && <NewKeyDialog onClose={close} />}
      {open?.what === "rotate" && <RotateKeyDialog of={open.key} onClose={close} />}
      {open?.what === "revoke" && <RevokeKeyDialog of={open.key} onClose={close} />}
    </Section>
  );
}

function RevokeKeyDialog({ of, onClose }: { of: AccountKey; onClose: () => void }) {
  const revoke = useAccountMutation(KEYS.revokeKey, {
    invalidates: [KEYS.keys],
    onSuccess: () => closeToNeighbour(onClose),
  });
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

function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<NewKey | "unread">();
  const form = useAccountForm({
    endpoint: KEYS.addKey,
    fields: { name: (text) => namedProblem(text, "The name of a key", KEY_LIMITS.name) },
    invalidates: [KEYS.keys],
    onDone: setCreated,
    onUnread: () => setCreated("unread"),
  });
  return (
    <FormDialog
      title="New key"
      submit="Create key"
      status={form}
      onSubmit={form.form.onSubmit}
      onClose={onClose}
      result={newKeyResult(created, onClose)}
    >
      <LabelledField
        {...form.field("name")}
        label="Name"
        autoComplete="off"
        autoFocus
        hint="A name that shows next to its purchases."
      />
    </FormDialog>
  );
}

const DAYS = Array.from({ length: KEY_LIMITS.rotationDays + 1 }, (_, days) => String(days));

/** Replaces a key by a new one; the old one stays valid for some days. */
function RotateKeyDialog({ of, onClose }: { of: AccountKey; onClose: () => void }) {
  const [days, setDays] = useState("1");
  const rotate = useAccountMutation(KEYS.rotateKey, { invalidates: [KEYS.keys] });
  const unread = rotate.error !== null && isUnread(rotate.error);
  return (
    <ActionDialog
      title={`Rotate ${of.name}`}
      description={
        <>
          A new key with the same name replaces the one ending in{" "}
          <code className="font-mono text-12">{of.lastFour}</code>. Keep the old key active for:
        </>
      }
      action="Rotate key"
      status={rotate}
      onAction={() => rotate.mutate({ id: of.id, body: { days: Number(days) } })}
      onClose={onClose}
      result={newKeyResult(unread ? "unread" : rotate.data, onClose)}
    >
      <div className="mt-3">
        <Segmented
          label="Days to keep the old key active"
          options={DAYS.map((value) => ({ value, title: value }))}
          value={days}
          onChange={setDays}
        />
      </div>
      <p className="mt-2 text-12 text-text-2">
        {days === "0"
          ? "The old key stops working within a second."
          : `The old key stops working in ${formatCount(Number(days), "day")}.`}
      </p>
    </ActionDialog>
  );
}
