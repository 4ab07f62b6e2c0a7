"use client";

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
      <Section title="Open invitations">
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
    <Section title="Open invitations" aside={count(invitations.length)}>
      {problem !== undefined && <Unread problem={problem} />}
      <table className="settings-table">
        <caption className="sr-only">Open invitations</caption>
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Role</th>
            <th scope="col">Invited by</th>
            <th scope="col">Good until</th>
            <th scope="col">
              <span className="sr-only">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
            <tr key={id}>
              <th scope="row">{email}</th>
              <td data-cell="role">{role === "owner" ? "Owner" : "Member"}</td>
              <td data-cell="by">{invitedBy}</td>
              <td data-cell="until">
                <When at={expiresAt} />
              </td>
              <td data-cell="change">
                <span className="flex justify-end gap-4 max-tablet:[&>button]:min-h-8">
                  <Button
                    look="quiet"
                    aria-label={`Withdraw the invitation of ${email}`}
                    disabled={busy}
                    onClick={() => void withdraw(id)}
                  >
                    Withdraw
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ShowMore of={of} what="invitations" />
    </Section>
  );
}
