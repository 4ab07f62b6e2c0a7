"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { FEEDS } from "@/lib/contract/feeds";
import { PAGES } from "@/lib/filters/pages";
import { FeedLink } from "./feed-link";

/** The pages that show a feed. */
const FEED_LINKS = [
  { href: PAGES.funding, title: FEEDS.funding.title },
  { href: PAGES.acquisitions, title: FEEDS.acquisitions.title },
] as const;

const REFERENCE = { href: "/reference", title: "API reference" } as const;

export function Navigation({ onGo }: { onGo?: () => void }) {
  const path = usePathname();
  return (
    <nav aria-label="Pages" className="navigation">
      <ul>
        {FEED_LINKS.map((link) => (
          <li key={link.href}>
            <FeedLink
              href={link.href}
              className="navigation-link focus-ring"
              aria-current={path === link.href ? "page" : undefined}
              onClick={onGo}
            >
              {link.title}
            </FeedLink>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <Link
            href={REFERENCE.href}
            prefetch={false}
            className="navigation-link focus-ring"
            aria-current={path === REFERENCE.href ? "page" : undefined}
            onClick={onGo}
          >
            {REFERENCE.title}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
