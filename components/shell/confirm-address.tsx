"use client";

import { INITIAL_CREDITS, PEOPLE } from "@dealflow/contract/account-people";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";
import { useAccountAction } from "@/lib/queries/account";

/** Asks a person to confirm their address, in place of the notice that there are no credits. */
export function ConfirmAddress({ className }: { className: string }) {
  const { busy, problem, run } = useAccountAction();
  const [sent, setSent] = useState<string>();
  const send = () =>
    run(async () => {
      const reply = await requestAccount(PEOPLE.sendConfirmation);
      if (!reply.ok) return asSentence(reply.message);
      setSent(reply.value.mail ? "Sent." : "It's in the server log.");
      return undefined;
    });
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
        <span role="status">{problem ?? sent}</span>
        <Button variant="quiet" disabled={busy} onClick={() => void send()}>
          Send again
        </Button>
      </div>
    </section>
  );
}
