/**
 * Shows the signed-in person and the workspace at the foot of the sidebar. The panel of actions is fetched when it is
 * opened.
 */

import type { Identity } from "@dealflow/contract/account/people";
import { ChevronUp } from "lucide-react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Popover } from "@/components/ui/popover";

const LazyPersonPanel = lazyComponent(async () => (await import("./person-panel")).PersonPanel);

export function PersonButton({ identity }: { identity: Identity }) {
  return (
    <Popover
      above
      variant="quiet"
      className="flex h-11 w-full items-center gap-2 px-gutter text-left hover:bg-surface-hover focus-visible:-outline-offset-2!"
      title="Person and workspace"
      label={
        <>
          <PersonLines identity={identity} />
          <ChevronUp size={14} />
        </>
      }
    >
      {(close) => <LazyPersonPanel identity={identity} theme onNavigate={close} />}
    </Popover>
  );
}

export function PersonLines({ identity: { person, workspace } }: { identity: Identity }) {
  return (
    <span className="grid min-w-0 flex-1 text-12 [&>span]:truncate">
      <span className="text-text-1">{person.name}</span>{" "}
      <span className="font-regular text-text-2">{workspace.name}</span>
    </span>
  );
}
