import type { Identity } from "@dealflow/contract/account/people";
import type { ReactNode } from "react";
import { Logo } from "@/components/shell/navigation/logo";

/** Frames the page on which a person connects an app: it is outside of the workspace, and holds nothing else. */
export function ConsentFrame({ identity, children }: { identity: Identity; children: ReactNode }) {
  return (
    <div className="flex h-dvh flex-col overflow-y-auto bg-surface-side">
      <header className="flex shrink-0 items-center justify-between gap-4 px-6 py-5 max-tablet:px-gutter">
        <span className="flex items-center gap-2 text-15 font-semibold tracking-tight">
          <Logo />
          Dealflow
        </span>
        <span className="truncate text-12 text-text-2">
          {identity.person.name}, {identity.person.email}
        </span>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="m-auto w-full max-w-[440px] shrink-0 rounded-3 border border-line-strong bg-surface p-6 max-tablet:m-0 max-tablet:max-w-none max-tablet:rounded-none max-tablet:border-x-0 max-tablet:px-gutter"
      >
        {children}
      </main>
      <footer className="shrink-0 px-6 py-6 text-center text-12 text-text-2 max-tablet:px-gutter">
        Revoke at any time in Settings, MCP connections.
      </footer>
    </div>
  );
}
