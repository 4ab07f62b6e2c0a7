/** A part of a page of settings or administration, with its title above it. */
import type { ReactNode } from "react";

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
