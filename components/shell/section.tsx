/** A page of settings or administration consists of such parts, each with its title above it. */
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

interface SectionProps {
  title: string;
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
        <SectionTitle aside={aside}>{title}</SectionTitle>
        {tools}
      </div>
      {words !== undefined && <p className="max-w-[720px] px-gutter pb-3 text-text-2">{words}</p>}
      {children}
    </section>
  );
}

interface TitleProps extends ComponentProps<"h2"> {
  /** This stands next to the title, such as a number. */
  aside?: ReactNode;
}

export function SectionTitle({ aside, className, children, ...rest }: TitleProps) {
  return (
    <h2 {...rest} className={cn("font-semibold", className)}>
      {children} {aside !== undefined && <span className="ml-1 text-12 font-regular text-text-2">{aside}</span>}
    </h2>
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
