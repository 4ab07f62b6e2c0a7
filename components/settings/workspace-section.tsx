/** Renames the open workspace, leaves or deletes it, and creates another one. */

import type { AccountKey } from "@dealflow/contract/account/keys";
import { type Identity, WORKSPACES } from "@dealflow/contract/account/people";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { Submit, useAccountForm } from "@/components/shell/account-form";
import { Section } from "@/components/shell/section";
import { Button } from "@/components/ui/button";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { useIdentity } from "@/lib/client/host";
import { loadNewDocument } from "@/lib/client/new-document";
import { workspaceNameProblem } from "@/lib/client/person-rules";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { RevokeKeysChoice } from "./revoke-keys-choice";

interface Props {
  members: number;
  owners: number;
  /** These active keys were created by this person. */
  keys: readonly AccountKey[];
}

export function WorkspaceSection({ members, owners, keys }: Props) {
  const identity = useIdentity();
  const [open, setOpen] = useState<"leave" | "delete" | "new">();
  const [revokeKeys, setRevokeKeys] = useState(true);
  const leave = useAccountMutation(WORKSPACES.leaveWorkspace, { onSuccess: () => loadNewDocument("/") });
  const why = useId();
  const { workspace, workspaces } = identity;
  const alone = members === 1;
  const stays = whyStays(identity, { alone, owners });
  return (
    <Section title="Workspace">
      {/* The key resets the form when another workspace is opened. */}
      <Rename key={workspace.id} identity={identity} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-gutter py-2">
        <Button
          disabled={stays !== undefined}
          aria-describedby={stays === undefined ? undefined : why}
          onClick={() => setOpen(alone ? "delete" : "leave")}
        >
          {alone ? "Delete workspace" : "Leave workspace"}
        </Button>
        <Button onClick={() => setOpen("new")}>New workspace</Button>
        {stays !== undefined && (
          <p id={why} className="text-12 text-text-2">
            {stays}
          </p>
        )}
      </div>
      {open === "leave" && (
        <ActionDialog
          title={`Leave ${workspace.name}?`}
          description={`You'll switch to ${other(workspaces, workspace.id)}. You'll need a new invitation to return.`}
          action="Leave"
          status={leave}
          onAction={() => leave.mutate({ body: { revokeKeys } })}
          onClose={() => setOpen(undefined)}
        >
          <RevokeKeysChoice keys={keys} whose="my" checked={revokeKeys} onChange={setRevokeKeys} />
        </ActionDialog>
      )}
      {open === "delete" && <DeleteWorkspaceDialog identity={identity} onClose={() => setOpen(undefined)} />}
      {open === "new" && <NewWorkspaceDialog onClose={() => setOpen(undefined)} />}
    </Section>
  );
}

interface Others {
  readonly alone: boolean;
  readonly owners: number;
}

function whyStays({ workspace, workspaces }: Identity, { alone, owners }: Others): string | undefined {
  if (workspaces.length < 2) return `This is your only workspace, so you can't ${alone ? "delete" : "leave"} it.`;
  if (alone && workspace.role !== "owner") return "Only owners can delete a workspace.";
  if (!alone && workspace.role === "owner" && owners === 1)
    return "You're the only owner. Make someone else an owner first.";
  return undefined;
}

function other(workspaces: Identity["workspaces"], id: string): string {
  const rest = workspaces.filter((one) => one.id !== id);
  const [only] = rest;
  return rest.length === 1 && only !== undefined ? only.name : "another workspace of yours";
}

function Rename({ identity: { workspace } }: { identity: Identity }) {
  const router = useRouter();
  const why = useId();
  const owner = workspace.role === "owner";
  const form = useAccountForm({
    endpoint: WORKSPACES.renameWorkspace,
    fields: { name: workspaceNameProblem },
    onDone: () => router.refresh(),
  });
  return (
    <form // The button stands next to the field, below its label.
      className="grid max-w-[480px] grid-cols-[minmax(0,1fr)_auto] items-start gap-2 px-gutter pt-1 pb-2 [&>:last-child]:mt-6 [&>[role=alert]]:order-1 [&>[role=alert]]:col-span-2"
      {...form.form}
    >
      <LabelledField
        {...form.field("name")}
        label="Name of the workspace"
        autoComplete="off"
        defaultValue={workspace.name}
        disabled={!owner}
        {...(!owner && { hint: <span id={why}>Only owners can rename it.</span> })}
      />
      <Submit of={owner ? form : { ...form, isPending: true }} quiet>
        Rename
      </Submit>
    </form>
  );
}

function DeleteWorkspaceDialog({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const { workspace, workspaces } = identity;
  const form = useAccountForm({
    endpoint: WORKSPACES.deleteWorkspace,
    fields: {
      name: (text) => (text.trim() === workspace.name.trim() ? undefined : `Type ${workspace.name} to delete it.`),
    },
    onDone: () => loadNewDocument("/"),
  });
  return (
    <FormDialog
      title={`Delete ${workspace.name}?`}
      submit="Delete workspace"
      status={form}
      onSubmit={form.form.onSubmit}
      onClose={onClose}
    >
      <p className="text-text-2">
        {`Its credits, purchased records, views, keys and webhooks go with it, and cannot be brought back. You'll switch to ${other(workspaces, workspace.id)}.`}
      </p>
      <LabelledField
        {...form.field("name")}
        label="Name of the workspace"
        autoComplete="off"
        autoFocus
        hint={`Type ${workspace.name} to confirm.`}
      />
    </FormDialog>
  );
}

function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const form = useAccountForm({
    endpoint: WORKSPACES.addWorkspace,
    fields: { name: workspaceNameProblem },
    onDone: () => loadNewDocument("/settings/members"),
  });
  return (
    <FormDialog
      title="New workspace"
      submit="Create workspace"
      status={form}
      onSubmit={form.form.onSubmit}
      onClose={onClose}
    >
      <LabelledField
        {...form.field("name")}
        label="Name"
        autoComplete="off"
        autoFocus
        hint="It has its own views, keys and ledger, and starts with 0 credits. You'll be its owner."
      />
    </FormDialog>
  );
}
