"use client";
/** Who is signed in and in which workspace, at the foot of the sidebar; what one can do about it is fetched when it is wanted. */
import { ChevronUp } from "lucide";
import { Icon } from "@/components/ui/icon";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Popover } from "@/components/ui/popover";
import type { Identity } from "@/lib/contract/account-people";

export const LazyPersonPanel = lazyComponent(async () => (await import("./person-panel")).PersonPanel);

export function PersonButton({ identity }: { identity: Identity }) {
  return (
    <Popover
      above
      look="quiet"
      className="person-button focus-visible:-outline-offset-2!"
      title="Person and workspace"
      label={
        <>
          <PersonLines identity={identity} />
          <Icon of={ChevronUp} size={14} />
        </>
      }
    >
      {(close) => <LazyPersonPanel identity={identity} theme onNavigate={close} />}
    </Popover>
  );
}

export function PersonLines({ identity: { person, workspace } }: { identity: Identity }) {
  return (
    <span className="person-lines">
      <span className="person-name">{person.name}</span> <span className="person-workspace">{workspace.name}</span>
    </span>
  );
}
