"use client";

/** Shows the members of the open workspace, its invitations, and its settings. */
import { type AccountKey, KEYS } from "@dealflow/contract/account/keys";
import { type Invited, LINK_HOURS, type Member, type Role, WORKSPACES } from "@dealflow/contract/account/people";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { SimpleTable } from "@/components/data-table/simple-table";
import { useAccountForm } from "@/components/shell/account-form";
import { Section, Unread } from "@/components/shell/section";
import { Button } from "@/components/ui/button";
import { closeToNeighbour } from "@/components/ui/focus";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { notify } from "@/components/ui/hooks/notify";
import { Segmented } from "@/components/ui/segmented";
import { useIdentity } from "@/lib/client/host";
import { emailProblem } from "@/lib/client/person-rules";
import { formatCount } from "@/lib/format/counts";
import { accountListQuery } from "@/lib/queries/account";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { Invitations } from "./invitations";
import { memberColumns } from "./member-columns";
import { activeKeys, RevokeKeysChoice } from "./revoke-keys-choice";
import { ShowMore } from "./show-more";
import { WorkspaceSection } from "./workspace-section";

type Open = { readonly what: "invite" } | { readonly what: "remove" | "demote"; readonly member: Member };

export function MembersPage() {
  const { person, workspace } = useIdentity();
  const router = useRouter();
  const members = useSuspenseInfiniteQuery(accountListQuery(WORKSPACES.members));
  const keys = useSuspenseInfiniteQuery(accountListQuery(KEYS.keys));
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const changeRole = useAccountMutation(WORKSPACES.changeMember, {
    invalidates: [WORKSPACES.members],
    // Every part of the page depends on the rights of this person.
    onSuccess: (_, [{ id }]) => id === person.id && router.refresh(),
  });
  const why = useId();
  const onlyOwner = useId();
  const owner = workspace.role === "owner";
  const owners = members.data.filter(({ role }) => role === "owner").length;

  function onRole(member: Member) {
    const demotes = member.role === "owner";
    if (demotes && activeKeys(member.id, keys.data).length > 0) setOpen({ what: "demote", member });
    else changeRole.mutate({ id: member.id, body: { role: demotes ? "member" : "owner" } });
  }

  /** Only this page knows the link of an invitation, until it is closed. */
  function onInvited({ invitation, link, mail }: Invited) {
    setLinks((known) => new Map(known).set(invitation.id, link));
    notify(`Invitation created ${mail ? "and sent to" : "for"} ${invitation.email}`, {
      label: "Copy link",
      run: () => void navigator.clipboard.writeText(link),
    });
  }

  return (
    <>
      <Section
        title="Members"
        aside={formatCount(members.data.length, "person", "people")}
        tools={
          <Button
            variant="primary"
            {...(owner ? {} : { disabled: true, "aria-describedby": why })}
            onClick={() => setOpen({ what: "invite" })}
          >
            Invite
          </Button>
        }
        words={
          <>
            Members can view and buy. Owners also manage people, keys and budgets.{" "}
            {!owner && <span id={why}>Only owners can make changes here.</span>}
          </>
        }
      >
        {changeRole.problem !== undefined && <Unread problem={changeRole.problem} />}
        <SimpleTable
          caption="Members"
          stacked="tablet"
          rows={members.data}
          rowId={({ id }) => id}
          columns={memberColumns({
            person: person.id,
            owners,
            why: owner ? undefined : why,
            onlyOwner,
            busy: changeRole.isPending,
            onRole,
            onRemove: (member) => setOpen({ what: "remove", member }),
          })}
        />
        <ShowMore of={members} what="members" />
      </Section>
      {owner && <Invitations links={links} onInvited={onInvited} />}
      <WorkspaceSection members={members.data.length} owners={owners} keys={activeKeys(person.id, keys.data)} />
      {open?.what === "invite" && <InviteDialog onInvited={onInvited} onClose={close} />}
      {open !== undefined && open.what !== "invite" && (
        <MemberDialog
          what={open.what}
          member={open.member}
          keys={activeKeys(open.member.id, keys.data)}
          onClose={close}
        />
      )}
    </>
  );
}

const ROLES: readonly { value: Role; title: string }[] = [
  { value: "member", title: "Member" },
  { value: "owner", title: "Owner" },
];

const DAYS = LINK_HOURS.invitation / 24;

function InviteDialog({ onInvited, onClose }: { onInvited: (invited: Invited) => void; onClose: () => void }) {
  const [role, setRole] = useState<Role>("member");
  const form = useAccountForm({
    endpoint: WORKSPACES.invite,
    fields: { email: emailProblem },
    also: { role },
    invalidates: [WORKSPACES.invitations],
    onDone: (invited) => {
      onClose();
      onInvited(invited);
    },
  });
  return (
    <FormDialog title="Invite someone" submit="Invite" status={form} onSubmit={form.form.onSubmit} onClose={onClose}>
      <LabelledField
        {...form.field("email")}
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        hint={`Single-use link, valid for ${DAYS} days, for this address only.`}
      />
      <Segmented label="Role" options={ROLES} value={role} onChange={setRole} />
    </FormDialog>
  );
}

interface MemberDialogProps {
  /** A demoted owner becomes a member. */
  what: "remove" | "demote";
  member: Member;
  /** These active keys were created by the member. */
  keys: readonly AccountKey[];
  onClose: () => void;
}

/** Confirms that a member loses rights, and asks about the keys whose text they may have. */
function MemberDialog({ what, member: { id, name, email }, keys, onClose }: MemberDialogProps) {
  const { person, workspace } = useIdentity();
  const router = useRouter();
  const [revokeKeys, setRevokeKeys] = useState(what === "remove");
  const invalidates = [WORKSPACES.members, KEYS.keys];
  const remove = useAccountMutation(WORKSPACES.removeMember, {
    invalidates,
    onSuccess: () => closeToNeighbour(onClose),
  });
  const demote = useAccountMutation(WORKSPACES.changeMember, {
    invalidates,
    onSuccess: () => {
      onClose();
      if (id === person.id) router.refresh();
    },
  });
  const dialog =
    what === "demote"
      ? {
          title: `Make ${name} a member?`,
          description: `They can no longer manage people, keys and budgets of ${workspace.name}. API keys that they created work until they are revoked.`,
          action: "Make member",
          status: demote,
          onAction: () => demote.mutate({ id, body: { role: "member", revokeKeys } }),
        }
      : {
          title: `Remove ${name}?`,
          description: `${email} loses access to ${workspace.name} within a second. Their shared views and ledger entries are kept.`,
          action: "Remove",
          status: remove,
          onAction: () => remove.mutate({ id, body: { revokeKeys } }),
        };
  return (
    <ActionDialog {...dialog} onClose={onClose}>
      <RevokeKeysChoice keys={keys} whose="their" checked={revokeKeys} onChange={setRevokeKeys} />
    </ActionDialog>
  );
}
