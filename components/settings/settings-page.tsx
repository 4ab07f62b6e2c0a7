"use client";
/** Frames the settings, with their pages at the left and the open one next to them. */
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { NAVIGATION_ENTRY, NavigationLink } from "@/components/shell/navigation/navigation-link";
import { Page } from "@/components/shell/page";
import { SETTINGS_LINKS } from "@/components/shell/pages";
import { useHost } from "@/lib/client/host";
import { cn } from "@/lib/cn";

interface Props {
  version: string;
  children: ReactNode;
}

export function SettingsFrame({ version, children }: Props) {
  const { identity } = useHost();
  const path = usePathname();
  const title = SETTINGS_LINKS.find(({ href }) => href === path)?.title;
  return (
    <Page title="Settings" aside={title} wide>
      <div className="grid grid-cols-[168px_minmax(0,1fr)] max-tablet:grid-cols-1 max-tablet:content-start">
        <nav
          aria-label="Settings"
          className="border-r border-line-strong px-2 py-3 max-tablet:border-r-0 max-tablet:border-b max-tablet:py-1"
        >
          <ul className="max-tablet:flex max-tablet:overflow-x-auto">
            {SETTINGS_LINKS.map((link) => (
              <li key={link.href} ref={link.href === path ? scrollIntoView : undefined}>
                <NavigationLink
                  href={link.href}
                  current={link.href === path ? "page" : undefined}
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
          <p className="px-gutter pt-6 text-12 text-text-2">Dealflow {version}</p>
        </div>
      </div>
    </Page>
  );
}

/** A narrow screen shows the pages in a row that is wider than the screen. */
function scrollIntoView(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

interface SectionProps {
  title: string;
  /** This stands next to the title, such as a number. */
  aside?: ReactNode;
  tools?: ReactNode;
  /** One or two sentences stand below the title. */
  words?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, aside, tools, words, children }: SectionProps) {
  return (
    <section className="not-first:mt-3" aria-label={title}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-gutter py-1.5">
        <h2 className="font-semibold">
          {title} {aside !== undefined && <span className="ml-1 text-12 font-regular text-text-2">{aside}</span>}
        </h2>
        {tools}
      </div>
      {words !== undefined && <p className="max-w-[720px] px-gutter pb-3 text-text-2">{words}</p>}
      {children}
    </section>
  );
}

/** Replaces content that could not be read. */
export function Unread({ problem }: { problem: string }) {
  return (
    <p role="alert" className="max-w-[720px] px-gutter pb-3 text-bad-text first:pt-3">
      {problem}
    </p>
  );
}
