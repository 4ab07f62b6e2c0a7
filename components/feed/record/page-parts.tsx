/**
 * Provides the parts of the pages of companies and investors. Their body is a container, because a sheet next to it
 * takes its room.
 */
import type { ReactNode } from "react";
import { Missing } from "@/components/feed/columns/cells";

interface HeadingProps {
  id?: string;
  level?: 2 | 3;
  /** The caption describes the section in a few words. */
  caption?: ReactNode;
  children: ReactNode;
}

export function Heading({ id, level = 3, caption, children }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className="font-semibold">
      {children}
      {caption && <span className="ml-2 text-12 font-regular text-text-2">{caption}</span>}
    </Tag>
  );
}

export function PageName({ children }: { children: ReactNode }) {
  return <h2 className="text-20 font-semibold tracking-tight wrap-anywhere">{children}</h2>;
}

/** Lays out the main column, and the side column where the page has room. */
export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-10 @[820px]:grid-cols-[minmax(0,1fr)_288px]">
      <div className="@container min-w-0 space-y-6">{children}</div>
      {aside}
    </div>
  );
}

/** Shows the figures below a page's name. */
export function Metrics({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl
      className="my-4 mb-5 grid border-y border-line-strong @max-[820px]:grid-cols-[repeat(auto-fit,minmax(150px,1fr))] @[820px]:auto-cols-fr @[820px]:grid-flow-col"
      data-testid={name}
    >
      {children}
    </dl>
  );
}

interface MetricProps {
  label: string;
  note: ReactNode;
  title?: string | undefined;
  children: ReactNode;
}

export function Metric({ label, note, title, children }: MetricProps) {
  return (
    <div className="border-line-strong py-2 pr-3 @[820px]:px-4 @[820px]:py-2.5 @[820px]:first:pl-0 @[820px]:[&+&]:border-l">
      <dt className="text-11 text-text-2">{label}</dt>
      <dd className="text-20 font-semibold tracking-tight whitespace-nowrap" title={title}>
        {children ?? <Missing />}
      </dd>
      <dd className="text-12 text-text-2">{note}</dd>
    </div>
  );
}
