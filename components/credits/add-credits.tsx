"use client";

/** How to come by credits: there is no payment, whoever runs the service grants them. */
import { CopyButton } from "@/components/ui/copy-button";
import { Popover } from "@/components/ui/popover";
import { useHost } from "@/lib/client/host";

/** Undefined: the host is not ours, or cannot be asked. */
export function AddCredits({ workspace }: { workspace: string | undefined }) {
  return (
    <Popover label="Add credits" title="Add credits" look="primary">
      {() => (workspace === undefined ? <Elsewhere /> : <Here workspace={workspace} />)}
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

function Here({ workspace }: { workspace: string }) {
  const operator = useHost().identity?.person.operator === true;
  const command = `npm run admin -- credits grant --workspace ${quoted(workspace)} --amount 10000`;
  return (
    <div className="credits-add">
      <p>
        Nothing can be bought here: whoever runs this service grants credits.{" "}
        {operator ? "You may: run this" : "Ask them to run this"} where it is installed:
      </p>
      <code>{command}</code>
      <p className="credits-add-foot">
        They are there at once, and stand in the ledger.{" "}
        <CopyButton label="Copy command" text={command} look="secondary" />
      </p>
    </div>
  );
}

/** As one word of a POSIX shell. */
function quoted(name: string): string {
  return /^[\w-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
