"use client";
/** Tells how to get credits: there is no payment, because the operator of the service grants them. */
import { CREDITS_PAGES, MAX_GRANT } from "@dealflow/contract/account/spending/credits";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { Popover } from "@/components/ui/popover";
import { useHost } from "@/lib/client/host";
import { fetchBalance } from "@/lib/client/meter";
import { count } from "@/lib/format/counts";
import { useAccountMutation } from "@/lib/queries/account-mutation";

export function AddCredits() {
  const { identity } = useHost();
  return (
    <Popover label="Add credits" title="Add credits" variant="primary">
      {(close) => (
        <div className="max-w-[540px] px-3 py-2.5 text-12">
          {identity === null ? (
            <p>Credits come from the operator of this API. Nothing can be bought here.</p>
          ) : identity.person.operator ? (
            <GrantForm onDone={close} />
          ) : (
            <Here workspace={identity.workspace.id} />
          )}
        </div>
      )}
    </Popover>
  );
}

/** The command names the workspace by its id, because another one may have the same name. */
function Here({ workspace }: { workspace: string }) {
  const command = `npm run admin -- credits grant --workspace ${workspace} --amount 10000`;
  return (
    <div className="grid gap-2.5">
      <p>
        Nothing can be bought here: the operator of this service grants credits. Ask them to run this where it is
        installed, or to open this workspace as an operator:
      </p>
      <code className="rounded-2 bg-surface-well px-2.5 py-2 font-mono wrap-anywhere select-all">{command}</code>
      <p className="flex items-center justify-between gap-3 text-text-2">
        They are available immediately, and appear in the ledger.{" "}
        <CopyButton label="Copy command" text={command} variant="secondary" />
      </p>
    </div>
  );
}

/** Grants credits to the open workspace, for administrators. */
function GrantForm({ onDone }: { onDone: () => void }) {
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
        problem={wrong ? `A grant is a whole number of credits from 1 to ${count(MAX_GRANT)}.` : grant.problem}
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
