/** Offers switching workspaces, settings and signing out, above the sidebar's foot or in the menu of phones. */

import { type Identity, WORKSPACES } from "@dealflow/contract/account/people";
import { Check } from "lucide-react";
import { SETTINGS_LINK } from "@/components/shell/pages";
import { Link } from "@/components/ui/link";
import { loadNewDocument } from "@/lib/client/new-document";
import { combineMutations, useAccountMutation, useSignOut } from "@/lib/queries/account-mutation";
import { NAVIGATION_TITLE } from "./navigation-link";
import { ThemeControl } from "./theme-control";

const LINE = "px-2 pt-1.5 text-12 wrap-anywhere";
const WAY =
  "focus-ring flex min-h-row-menu w-full cursor-pointer items-center gap-1.5 rounded-2 px-2 text-left not-disabled:hover:bg-surface-hover disabled:cursor-default disabled:text-text-disabled aria-[current]:font-medium in-data-touch:min-h-row-touch in-data-touch:text-15";
const ASIDE = "text-11 font-regular text-text-2";

interface Props {
  identity: Identity;
  /** Adds the choice of the theme, where the page has no other control for it. */
  theme?: boolean;
  onNavigate: () => void;
}

export function PersonPanel({ identity: { person, workspace, workspaces }, theme = false, onNavigate }: Props) {
  const open = useAccountMutation(WORKSPACES.openWorkspace, { onSuccess: () => loadNewDocument("/") });
  const signOut = useSignOut();
  const { isPending, problem } = combineMutations(open, signOut);

  return (
    <div className="w-[232px] max-w-full in-data-touch:w-auto in-data-touch:px-2 in-data-touch:pb-2">
      <p className={`${LINE} text-text-2`}>{person.demo ? "Shared demo account" : person.email}</p>
      <h2 className={NAVIGATION_TITLE}>Workspaces</h2>
      <ul>
        {workspaces.map(({ id, name, role }) => {
          const here = id === workspace.id;
          return (
            <li key={id}>
              <button
                type="button"
                className={WAY}
                aria-current={here || undefined}
                disabled={isPending && !here}
                onClick={() => (here ? onNavigate() : open.mutate({ id }))}
              >
                <span className="min-w-0 flex-1 truncate" title={name}>
                  {name}
                </span>
                <span className={ASIDE}>{role}</span>
                {here && <Check size={14} strokeWidth={2.5} />}
              </button>
            </li>
          );
        })}
      </ul>
      <ul className="mt-1 border-t border-line pt-1">
        <li>
          <Link href={SETTINGS_LINK.href} className={WAY} onClick={onNavigate}>
            {SETTINGS_LINK.title}
          </Link>
        </li>
        {theme && (
          <li className="px-2 pt-1 pb-2">
            <ThemeControl />
          </li>
        )}
        <li>
          <button type="button" className={WAY} disabled={isPending} onClick={() => signOut.mutate()}>
            Sign out
          </button>
        </li>
      </ul>
      {problem !== undefined && (
        <p role="alert" className={`${LINE} text-bad-text`}>
          {problem}
        </p>
      )}
    </div>
  );
}
