"use client";
/** Switching workspaces, settings, signing out: above the sidebar's foot, on phones in the menu. */
import { Check } from "lucide";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { loadNewDocument } from "@/lib/client/new-document";
import { useDeletesOnSignOut } from "@/lib/client/purchased/use-purchased";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";
import { signOut } from "@/lib/client/sign-out";
import { type Identity, WORKSPACES } from "@/lib/contract/account-people";
import { useAccountAction } from "@/lib/queries/account";
import { SETTINGS_LINK } from "./pages";
import { ThemeControl } from "./theme-control";

interface Props {
  identity: Identity;
  /** With the choice of the theme, where that stands nowhere else. */
  theme?: boolean;
  onNavigate: () => void;
}

export function PersonPanel({ identity: { person, workspace, workspaces }, theme = false, onNavigate }: Props) {
  const { busy, problem, run } = useAccountAction();
  const deletes = useDeletesOnSignOut(person.id);

  async function open(id: string) {
    const reply = await requestAccount(WORKSPACES.openWorkspace, { id });
    if (!reply.ok) return asSentence(reply.message);
    await loadNewDocument("/");
    return undefined;
  }

  return (
    <div className="person-panel">
      <p className="person-address">{person.demo ? "Demo account, shared by everybody here" : person.email}</p>
      <h2 className="navigation-title">Workspaces</h2>
      <ul>
        {workspaces.map(({ id, name, role }) => {
          const here = id === workspace.id;
          return (
            <li key={id}>
              <button
                type="button"
                className="person-way focus-ring"
                aria-current={here || undefined}
                disabled={busy && !here}
                onClick={() => (here ? onNavigate() : void run(() => open(id)))}
              >
                <span className="navigation-name" title={name}>
                  {name}
                </span>
                <span className="person-role">{role}</span>
                {here && <Icon of={Check} size={14} strokeWidth={2.5} />}
              </button>
            </li>
          );
        })}
      </ul>
      <ul className="person-ways">
        <li>
          <Link href={SETTINGS_LINK.href} className="person-way focus-ring" onClick={onNavigate}>
            {SETTINGS_LINK.title}
          </Link>
        </li>
        {theme && (
          <li className="person-theme">
            <ThemeControl />
          </li>
        )}
        <li>
          <button
            type="button"
            className="person-way focus-ring"
            disabled={busy}
            onClick={() => void run(() => signOut())}
          >
            Sign out {deletes && <span className="person-role">Removes owned records here</span>}
          </button>
        </li>
      </ul>
      {problem !== undefined && (
        <p role="alert" className="person-address text-bad-text">
          {problem}
        </p>
      )}
    </div>
  );
}
