"use client";
/** Frames pages that belong together, such as the settings: all of them at the left, and the open one next to them. */
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { NAVIGATION_ENTRY, NavigationLink } from "@/components/shell/navigation/navigation-link";
import { Page } from "@/components/shell/page";
import type { PageLink } from "@/components/shell/pages";
import { useHost } from "@/lib/client/host";
import { cn } from "@/lib/cn";

interface Props {
  title: string;
  links: readonly PageLink[];
  /** It stands below each page. */
  foot?: ReactNode;
  children: ReactNode;
}

export function PageGroup({ title, links, foot, children }: Props) {
  const { identity } = useHost();
  const path = usePathname();
  const current = links.find(
    ({ href, below }) => href === path || (below !== undefined && path.startsWith(`${below}/`)),
  );
  return (
    <Page title={title} aside={current?.title} wide>
      <div className="grid grid-cols-[168px_minmax(0,1fr)] max-tablet:grid-cols-1 max-tablet:content-start">
        <nav
          aria-label={title}
          className="border-r border-line-strong px-2 py-3 max-tablet:border-r-0 max-tablet:border-b max-tablet:py-1"
        >
          <ul className="max-tablet:flex max-tablet:overflow-x-auto">
            {links.map((link) => (
              <li key={link.href} ref={link === current ? scrollIntoView : undefined}>
                <NavigationLink
                  href={link.href}
                  current={link === current ? "page" : undefined}
                  className={cn(NAVIGATION_ENTRY, "max-tablet:h-row-touch max-tablet:whitespace-nowrap")}
                >
                  {link.title}
                </NavigationLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 max-w-[1552px] pb-12">
          {identity && children}
          {foot}
        </div>
      </div>
    </Page>
  );
}

/** A narrow screen shows the pages in a row that is wider than the screen. */
function scrollIntoView(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
