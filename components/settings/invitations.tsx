"use client";

import { actionsColumn, SimpleTable } from "@/components/data-table/simple-table";
import { Button } from "@/components/ui/button";
import { type Invitation, WORKSPACES } from "@/lib/contract/account-people";
import { count } from "@/lib/format/counts";
import { type AccountList, useAccountAction } from "@/lib/queries/account";
import { requestError } from "./account-error";
import { Section, Unread } from "./settings-page";
import { ShowMore } from "./show-more";
import { When } from "./when";

/** Links that have not been used yet. */
export function Invitations({ of }: { of: AccountList<Invitation> }) {
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
          actionsColumn<Invitation>(({ id, email }) => (
            <Button
              variant="quiet"
              aria-label={`Withdraw invitation for ${email}`}
              disabled={busy}
              onClick={() => void withdraw(id)}
            >
              Withdraw
            </Button>
          )),
        ]}
      />
      <ShowMore of={of} what="invitations" />
    </Section>
  );
}
