"use client";
/** The frame of the settings: their pages at the left, the open one beside them. */
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Page } from "@/components/shell/page";
import { SETTINGS_LINKS } from "@/components/shell/pages";
import { Link } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import type { Identity } from "@/lib/contract/account-people";
import "./settings.css";

interface Props {
  /** At the right of the bar. */
  tools?: ReactNode;
  note: string | undefined;
  children: (identity: Identity) => ReactNode;
}

export function SettingsPage({ tools, note, children }: Props) {
  const { identity } = useHost();
  const path = usePathname();
  const title = SETTINGS_LINKS.find(({ href }) => href === path)?.title;
  return (
    <Page title="Settings" aside={title} tools={tools} note={note}>
      <div className="settings">
        <nav aria-label="Settings" className="settings-nav">
          <ul>
            {SETTINGS_LINKS.map((link) => (
              <li key={link.href}>
                <Link
                  href={link.href}
                  className="navigation-link focus-ring"
                  aria-current={link.href === path ? "page" : undefined}
                >
                  {link.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="settings-body">{identity && children(identity)}</div>
      </div>
    </Page>
  );
}

interface SectionProps {
  title: string;
  /** Beside the title: a number. */
  aside?: ReactNode;
  tools?: ReactNode;
  /** One or two sentences below it. */
  words?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, aside, tools, words, children }: SectionProps) {
  return (
    <section className="settings-section" aria-label={title}>
      <div className="settings-head">
        <h2>
          {title} {aside !== undefined && <span>{aside}</span>}
        </h2>
        {tools}
      </div>
      {words !== undefined && <p className="settings-words">{words}</p>}
      {children}
    </section>
  );
}

/** In the place of what could not be read. */
export function Unread({ problem }: { problem: string }) {
  return (
    <p role="alert" className="settings-words text-bad-text">
      {problem}
    </p>
  );
}
