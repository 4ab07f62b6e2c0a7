"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { useSavedSummary } from "@/lib/client/saved/served";
import { COMPARE_PAGE, compareAddress } from "@/lib/client/timelines/addresses";
import { useCompareList } from "@/lib/client/timelines/compare-list";
import { count } from "@/lib/format/counts";
import { FeedLink } from "./feed-link";
import { FEED_LINKS, type PageLink, REFERENCE_LINKS, WORKSPACE_LINKS } from "./pages";
import { SavedViews } from "./saved-views";

export function Navigation({ onGo }: { onGo?: () => void }) {
  const { own } = useHost();
  return (
    <nav aria-label="Pages" className="navigation">
      <Group links={FEED_LINKS} {...(onGo && { onGo })} />
      <SavedViews {...(onGo && { onGo })} />
      <Group title="Workspace" links={WORKSPACE_LINKS.filter((link) => own || !link.ownHost)} {...(onGo && { onGo })} />
      <Group links={REFERENCE_LINKS} {...(onGo && { onGo })} />
    </nav>
  );
}

function Group({ title, links, onGo }: { title?: string; links: readonly PageLink[]; onGo?: () => void }) {
  if (links.length === 0) return null;
  return (
    <>
      {title !== undefined && <h2 className="navigation-title">{title}</h2>}
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            {link.href === COMPARE_PAGE ? (
              <CompareEntry link={link} {...(onGo && { onGo })} />
            ) : (
              <Entry link={link} {...(onGo && { onGo })}>
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
function CompareEntry({ link, onGo }: { link: PageLink; onGo?: () => void }) {
  const ids = useCompareList();
  return (
    <Entry link={{ ...link, href: compareAddress(ids) }} {...(onGo && { onGo })}>
      {link.title}
      {ids.length > 0 && <span className="navigation-number">{count(ids.length)}</span>}
    </Entry>
  );
}

function Entry({ link, onGo, children }: { link: PageLink; onGo?: () => void; children: ReactNode }) {
  const path = usePathname();
  const page = link.href.split("?", 1)[0] ?? link.href;
  const here = path === page || path.startsWith(`${page}/`);
  const props = {
    href: link.href,
    className: "navigation-link focus-ring",
    "aria-current": here ? ("page" as const) : undefined,
    ...(onGo && { onClick: onGo }),
  };
  return link.feed ? <FeedLink {...props}>{children}</FeedLink> : <Link {...props}>{children}</Link>;
}

function WatchedNumber() {
  const { companies } = useSavedSummary();
  return companies > 0 && <span className="navigation-number">{count(companies)}</span>;
}
