"use client";

import { type Invitation, type Invited, WORKSPACES } from "@dealflow/contract/account-people";
import { actionsColumn, SimpleTable } from "@/components/data-table/simple-table";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";
import { count } from "@/lib/format/counts";
import { type AccountList, useAccountAction } from "@/lib/queries/account";
import { requestError } from "./account-error";
import { Section, Unread } from "./settings-page";
import { ShowMore } from "./show-more";
import { When } from "./when";

interface Props {
  of: AccountList<Invitation>;
  /** Links by id of the invitations that were sent from this page. */
  links: ReadonlyMap<string, string>;
  onInvited: (invited: Invited) => Promise<void>;
}

/** Links that have not been used yet. */
export function Invitations({ of, links, onInvited }: Props) {
  const { busy, problem, run } = useAccountAction();
  const { items: invitations } = of;
  if (invitations.length === 0) return null;
  if (typeof invitations === "string")
    return (
      <Section title="Pending invitations">
        <Unread problem={invitations} />
      </Section>
    );
  const withdraw = (id: string) =>
    run(async () => {
      const error = await requestError(WORKSPACES.withdrawInvitation, { id });
      await of.refetch();
      return error;
    });
  const sendAgain = ({ email, role }: Invitation) =>
    run(async () => {
      const reply = await requestAccount(WORKSPACES.invite, { body: { email, role } });
      if (!reply.ok) return asSentence(reply.message);
      await onInvited(reply.value);
      return undefined;
    });
  return (
    <Section title="Pending invitations" aside={count(invitations.length)}>
      {problem !== undefined && <Unread problem={problem} />}
      <SimpleTable
        caption="Pending invitations"
        stacked="tablet"
        rows={invitations}
        rowId={({ id }) => id}
        columns={[
          {
            id: "email",
            header: "Email",
            meta: { className: "max-w-80 truncate" },
            cell: ({ row }) => row.original.email,
          },
          {
            id: "role",
            header: "Role",
            cell: ({ row }) => (row.original.role === "owner" ? "Owner" : "Member"),
          },
          { id: "by", header: "Invited by", cell: ({ row }) => row.original.invitedBy },
          {
            id: "until",
            header: "Expires",
            meta: { prefix: "Expires" },
            cell: ({ row }) => <When at={row.original.expiresAt} />,
          },
          actionsColumn<Invitation>((invitation) => {
            const { id, email } = invitation;
            const link = links.get(id);
            return (
              <>
                {link !== undefined && (
                  <CopyButton variant="quiet" label="Copy link" what={`of the invitation for ${email}`} text={link} />
                )}
                <Button
                  variant="quiet"
                  aria-label={`Send invitation for ${email} again`}
                  title="Makes a new link; the earlier one stops working"
                  disabled={busy}
                  onClick={() => void sendAgain(invitation)}
                >
                  Send again
                </Button>
                <Button
                  variant="quiet"
                  aria-label={`Withdraw invitation for ${email}`}
                  disabled={busy}
                  onClick={() => void withdraw(id)}
                >
                  Withdraw
                </Button>
              </>
            );
          }),
        ]}
      />
      <ShowMore of={of} what="invitations" />
    </Section>
  );
}
