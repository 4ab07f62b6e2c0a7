"use client";

/** Tells how to get credits: there is no payment, because the operator of the service grants them. */
import { CopyButton } from "@/components/ui/copy-button";
import { Popover } from "@/components/ui/popover";
import { useHost } from "@/lib/client/host";
import { GrantForm } from "./grant-form";

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
