"use client";

/** How to come by credits: there is no payment, whoever runs the service grants them. */
import { CopyButton } from "@/components/ui/copy-button";
import { Popover } from "@/components/ui/popover";
import { useHost } from "@/lib/client/host";
import { GrantForm } from "./grant-form";

export function AddCredits() {
  const { identity } = useHost();
  return (
    <Popover label="Add credits" title="Add credits" look="primary">
      {(close) => {
        if (identity === null) return <Elsewhere />;
        return identity.person.operator ? <GrantForm onDone={close} /> : <Here workspace={identity.workspace.id} />;
      }}
    </Popover>
  );
}

function Elsewhere() {
  return (
    <div className="credits-add">
      <p>Credits come from whoever runs this API. Nothing can be bought here.</p>
    </div>
  );
}

/** By its id: another workspace may have the same name. */
function Here({ workspace }: { workspace: string }) {
  const command = `npm run admin -- credits grant --workspace ${workspace} --amount 10000`;
  return (
    <div className="credits-add">
      <p>
        Nothing can be bought here: whoever runs this service grants credits. Ask them to run this where it is
        installed, or to open this workspace as an operator:
      </p>
      <code>{command}</code>
      <p className="credits-add-foot">
        They are there at once, and stand in the ledger.{" "}
        <CopyButton label="Copy command" text={command} look="secondary" />
      </p>
    </div>
  );
}
