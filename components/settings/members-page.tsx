"use client";
/** Shows the members of the open workspace, its invitations, and its settings. */
import { KEYS } from "@dealflow/contract/account/keys";
import { type Invited, type Member, WORKSPACES } from "@dealflow/contract/account/people";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { SimpleTable } from "@/components/data-table/simple-table";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/hooks/notify";
import { useIdentity } from "@/lib/client/host";
import { formatCount } from "@/lib/format/counts";
import { accountListQuery } from "@/lib/queries/account";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { Invitations } from "./invitations";
import { InviteDialog } from "./invite-dialog";
import { memberColumns } from "./member-columns";
import { MemberDialog } from "./member-dialog";
import { activeKeys } from "./revoke-keys-choice";
import { Section, Unread } from "./settings-page";
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
            disabled={!owner}
            aria-describedby={owner ? undefined : why}
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
      <WorkspaceSection owners={owners} keys={activeKeys(person.id, keys.data)} />
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
