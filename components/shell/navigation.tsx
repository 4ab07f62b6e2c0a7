"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { useSavedSummary } from "@/lib/client/saved/saved-context";
import { COMPARE_PAGE, compareAddress } from "@/lib/client/timelines/addresses";
import { useCompareList } from "@/lib/client/timelines/compare-list";
import { count } from "@/lib/format/counts";
import { FeedLink } from "./feed-link";
import { FEED_LINKS, type PageLink, REFERENCE_LINKS, WORKSPACE_LINKS } from "./pages";
import { SavedViews } from "./saved-views";

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { own } = useHost();
  return (
    <nav aria-label="Pages" className="navigation">
      <Group links={FEED_LINKS} {...(onNavigate && { onNavigate })} />
      <SavedViews {...(onNavigate && { onNavigate })} />
      <Group
        title="Workspace"
        links={WORKSPACE_LINKS.filter((link) => own || !link.ownHost)}
        {...(onNavigate && { onNavigate })}
      />
      <Group links={REFERENCE_LINKS} {...(onNavigate && { onNavigate })} />
    </nav>
  );
}

function Group({ title, links, onNavigate }: { title?: string; links: readonly PageLink[]; onNavigate?: () => void }) {
  if (links.length === 0) return null;
  return (
    <>
      {title !== undefined && <h2 className="navigation-title">{title}</h2>}
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            {link.href === COMPARE_PAGE ? (
              <CompareEntry link={link} {...(onNavigate && { onNavigate })} />
            ) : (
              <Entry link={link} {...(onNavigate && { onNavigate })}>
                {link.title}
                {link.watched && <WatchedNumber />}
              </Entry>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Leads to the companies of the list, with their number. */
function CompareEntry({ link, onNavigate }: { link: PageLink; onNavigate?: () => void }) {
  const ids = useCompareList();
  return (
    <Entry link={{ ...link, href: compareAddress(ids) }} {...(onNavigate && { onNavigate })}>
      {link.title}
      {ids.length > 0 && <span className="navigation-number">{count(ids.length)}</span>}
    </Entry>
  );
}

function Entry({ link, onNavigate, children }: { link: PageLink; onNavigate?: () => void; children: ReactNode }) {
  const path = usePathname();
  const page = link.href.split("?", 1)[0] ?? link.href;
  const here = path === page || path.startsWith(`${page}/`);
  const props = {
    href: link.href,
    className: "navigation-link focus-ring",
    "aria-current": here ? ("page" as const) : undefined,
    ...(onNavigate && { onClick: onNavigate }),
  };
  return link.feed ? <FeedLink {...props}>{children}</FeedLink> : <Link {...props}>{children}</Link>;
}

function WatchedNumber() {
  const { companies } = useSavedSummary();
  return companies > 0 && <span className="navigation-number">{count(companies)}</span>;
}
