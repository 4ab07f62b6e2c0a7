import { INITIAL_CREDITS, PEOPLE } from "@dealflow/contract/account/people";
import { cva } from "class-variance-authority";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { dismissNotice, type NoticeLevel } from "@/lib/client/ui-store";
import { credits } from "@/lib/format/counts";
import { useAccountMutation } from "@/lib/queries/account-mutation";

const noticeVariants = cva("rounded-2 border p-2 text-12 text-text-2", {
  variants: { level: { low: "border-warn-line bg-warn-soft", empty: "border-bad-line bg-bad-soft" } },
});

interface Props {
  className: string;
  account: string;
  level: NoticeLevel;
  balance: number;
}

/** Tells how many credits are left, what works without them, and how to get more. */
export function BalanceWords({ className, account, level, balance }: Props) {
  const { identity } = useHost();
  const operator = identity?.person.operator === true;
  return (
    <section
      className={noticeVariants({ level, className })}
      data-level={level}
      aria-label={level === "empty" ? "No credits" : "Few credits"}
    >
      <p role="status">
        <strong className={level === "empty" ? "font-medium text-bad-text" : "font-medium text-warn-text"}>
          {level === "empty" ? "No credits are left." : `${credits(balance)} left.`}
        </strong>{" "}
        Owned rows, their export, saved views and the watchlist are still available.
      </p>
      <div className="mt-1.5 flex flex-wrap justify-between gap-x-3 gap-y-1">
        <TextLink href="/credits">{operator ? "Grant credits" : "Request credits"}</TextLink>
        <Button variant="quiet" onClick={() => dismissNotice(account, level)}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}

/** Asks a person to confirm their address, in place of the notice that there are no credits. */
export function ConfirmAddressNotice({ className }: { className: string }) {
  const { isPending, problem, data: sent, mutate } = useAccountMutation(PEOPLE.sendConfirmation);
  return (
    <section className={noticeVariants({ level: "low", className })} aria-label="Unconfirmed address">
      <p>
        <strong className="font-medium text-warn-text">Confirm your address to get {INITIAL_CREDITS} credits.</strong>{" "}
        The link is in your email.
      </p>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span role="status">{problem ?? (sent && (sent.mail ? "Sent." : "It's in the server log."))}</span>
        <Button variant="quiet" disabled={isPending} onClick={() => mutate()}>
          Send again
        </Button>
      </div>
    </section>
  );
}
