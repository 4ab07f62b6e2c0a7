"use client";

import { INITIAL_CREDITS, PEOPLE } from "@dealflow/contract/account/people";
import { Button } from "@/components/ui/button";
import { useAccountMutation } from "@/lib/queries/account-mutation";

/** Asks a person to confirm their address, in place of the notice that there are no credits. */
export function ConfirmAddressNotice({ className }: { className: string }) {
  const { isPending, problem, data: sent, mutate } = useAccountMutation(PEOPLE.sendConfirmation);
  return (
    <section
      className={`rounded-2 border border-warn-line bg-warn-soft p-2 text-12 text-text-2 ${className}`}
      aria-label="Unconfirmed address"
    >
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
