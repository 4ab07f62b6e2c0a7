import { type Invitation, type Invited, WORKSPACES } from "@dealflow/contract/account/people";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { actionsColumn, column, SimpleTable } from "@/components/data-table/simple-table";
import { Section, Unread } from "@/components/shell/section";
import { dayColumn } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { count } from "@/lib/format/counts";
import { accountListQuery } from "@/lib/queries/account";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { ShowMore } from "./show-more";

interface Props {
  /** The invitations that were sent from this page have these links, by id. */
  links: ReadonlyMap<string, string>;
  onInvited: (invited: Invited) => void;
}

/** Lists for owners the invitations that have not been accepted yet. */
export function Invitations({ links, onInvited }: Props) {
  const query = useSuspenseInfiniteQuery(accountListQuery(WORKSPACES.invitations));
  const invalidates = [WORKSPACES.invitations];
  const withdraw = useAccountMutation(WORKSPACES.withdrawInvitation, { invalidates });
  const sendAgain = useAccountMutation(WORKSPACES.invite, { invalidates, onSuccess: onInvited });
  const invitations = query.data;
  const { isPending, problem } = combineMutations(withdraw, sendAgain);
  if (invitations.length === 0) return null;
  return (
    <Section title="Pending invitations" aside={count(invitations.length)}>
      {problem !== undefined && <Unread problem={problem} />}
      <SimpleTable<Invitation>
        caption="Pending invitations"
        stacked="tablet"
        rows={invitations}
        rowId={({ id }) => id}
        columns={[
          column("email", "Email", { className: "tablet:w-1/3 tablet:max-w-0 truncate" }, (row) => row.email),
          column("role", "Role", {}, (row) => (row.role === "owner" ? "Owner" : "Member")),
          column("by", "Invited by", { className: "tablet:w-1/4 tablet:max-w-0 truncate" }, (row) => (
            <span title={row.invitedBy}>{row.invitedBy}</span>
          )),
          dayColumn("until", "Expires", ({ expiresAt }) => expiresAt),
          actionsColumn((invitation) => {
            const { id, email, role } = invitation;
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
                  disabled={isPending}
                  onClick={() => sendAgain.mutate({ body: { email, role } })}
                >
                  Send again
                </Button>
                <Button
                  variant="quiet"
                  aria-label={`Withdraw invitation for ${email}`}
                  disabled={isPending}
                  onClick={() => withdraw.mutate({ id })}
                >
                  Withdraw
                </Button>
              </>
            );
          }),
        ]}
      />
      <ShowMore of={query} what="invitations" />
    </Section>
  );
}
