"use client";

import { CREDITS_PAGES, MAX_GRANT } from "@dealflow/contract/account/credits";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { fetchBalance } from "@/lib/client/meter";
import { useAccountMutation } from "@/lib/queries/account-mutation";

/** Grants credits to the open workspace, for administrators. */
export function GrantForm({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState("10,000");
  const [wrong, setWrong] = useState(false);
  const grant = useAccountMutation(CREDITS_PAGES.grant, {
    onSuccess: async () => {
      await fetchBalance();
      onDone();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const amount = parseAmount(text);
    setWrong(amount === undefined);
    if (amount !== undefined) grant.mutate({ body: { amount } });
  }

  return (
    <form className="grid gap-2.5" onSubmit={submit}>
      <p>As an administrator you can grant credits. They're available immediately and recorded in the ledger.</p>
      <LabelledField
        label="Credits"
        inputMode="numeric"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        problem={wrong ? "A grant is a whole number of credits, 1 or more." : grant.problem}
      />
      <Button type="submit" className="justify-self-start" disabled={grant.isPending}>
        Grant
      </Button>
    </form>
  );
}

function parseAmount(text: string): number | undefined {
  const digits = text.replaceAll(/[,\s]/g, "");
  const amount = /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
  return amount >= 1 && amount <= MAX_GRANT ? amount : undefined;
}
