"use client";
import { type AccountKey, KEYS } from "@dealflow/contract/account-keys";
import type { ListPage } from "@dealflow/contract/account-lists";
import { type Invitation, type Invited, type Member, WORKSPACES } from "@dealflow/contract/account-people";
/** Who works in the open workspace, who is invited, and the workspace itself. */
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { SimpleTable } from "@/components/data-table/simple-table";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";
import { requestAccount } from "@/lib/client/request-account";
import { formatCount } from "@/lib/format/counts";
import { useAccountAction, useAccountList } from "@/lib/queries/account";
import { errorOf } from "./account-error";
import { Invitations } from "./invitations";
import { InviteDialog } from "./invite-dialog";
import { memberColumns } from "./member-columns";
import { MemberDialog } from "./member-dialog";
import { keysOf } from "./revoke-keys-choice";
import { Section, SettingsPage, Unread } from "./settings-page";
import { ShowMore } from "./show-more";
import { WorkspaceSection } from "./workspace-section";

interface Props {
  initialMembers: ListPage<Member> | string;
  initialKeys: ListPage<AccountKey> | string;
  /** To owners; empty to others. */
  invited: ListPage<Invitation> | string;
  note: string | undefined;
}

type Open = { readonly what: "invite" } | { readonly what: "remove" | "demote"; readonly member: Member };

export function MembersPage({ initialMembers, initialKeys, invited, note }: Props) {
  const router = useRouter();
  const paged = useAccountList(initialMembers, WORKSPACES.members);
  const invitations = useAccountList(invited, WORKSPACES.invitations);
  const { items: keys, refetch: refetchKeys } = useAccountList(initialKeys, KEYS.keys);
  const { items: known, refetch } = paged;
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  const [open, setOpen] = useState<Open>();
  const { busy, problem, run } = useAccountAction();
  const why = useId();
  const onlyOwner = useId();

  const changeRole = (member: Member, mine: boolean) => {
    if (member.role === "owner" && keysOf(member.id, keys).length > 0) return setOpen({ what: "demote", member });
    return run(async () => {
      const role = member.role === "owner" ? "member" : "owner";
      const reply = await requestAccount(WORKSPACES.changeMember, { id: member.id, body: { role } });
      await refetch();
      // Every part of the page depends on what this person may do.
      if (mine) router.refresh();
      return errorOf(reply);
    });
  };

  async function onChanged(mine: boolean) {
    await Promise.all([refetch(), refetchKeys()]);
    if (mine) router.refresh();
  }

  /** The link of an invitation is known to this page alone, until it is closed. */
  async function onInvited({ invitation, link, mail }: Invited) {
    setLinks((known) => new Map(known).set(invitation.id, link));
    notify(`Invitation created ${mail ? "and sent to" : "for"} ${invitation.email}`, {
      label: "Copy link",
      run: () => void navigator.clipboard.writeText(link),
    });
    await invitations.refetch();
  }

  return (
    <SettingsPage note={note}>
      {({ person, workspace }) => {
        const owner = workspace.role === "owner";
        if (typeof known === "string") return <Unread problem={known} />;
        const owners = known.filter(({ role }) => role === "owner").length;
        return (
          <>
            <Section
              title="Members"
              aside={formatCount(known.length, "person", "people")}
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
              {problem !== undefined && <Unread problem={problem} />}
              <SimpleTable
                caption="Members"
                stacked="tablet"
                rows={known}
                rowId={({ id }) => id}
                columns={memberColumns({
                  person: person.id,
                  owners,
                  why: owner ? undefined : why,
                  onlyOwner,
                  busy,
                  onRole: (member) => void changeRole(member, member.id === person.id),
                  onRemove: (member) => setOpen({ what: "remove", member }),
                })}
              />
              <ShowMore of={paged} what="members" />
            </Section>
            {owner && <Invitations of={invitations} links={links} onInvited={onInvited} />}
            <WorkspaceSection owners={owners} keys={keysOf(person.id, keys)} />
            {open?.what === "invite" && <InviteDialog onInvited={onInvited} onClose={() => setOpen(undefined)} />}
            {open !== undefined && open.what !== "invite" && (
              <MemberDialog
                what={open.what}
                member={open.member}
                keys={keysOf(open.member.id, keys)}
                workspace={workspace.name}
                onDone={() => onChanged(open.member.id === person.id)}
                onClose={() => setOpen(undefined)}
              />
            )}
          </>
        );
      }}
    </SettingsPage>
  );
}
