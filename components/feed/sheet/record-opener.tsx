import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { OpenRecord } from "@/lib/client/address";
import { cn } from "@/lib/cn";

interface Props {
  /** The key is undefined where the host gave the record no id. */
  recordKey: string | undefined;
  opened: OpenRecord;
  className?: string;
  children: ReactNode;
}

/** Opens a record next to its page. The whole line is pressed; other links in it stand above, as `relative`. */
export function RecordOpener({ recordKey, opened, className, children }: Props) {
  if (recordKey === undefined) return <span className={className}>{children}</span>;
  return (
    <Link
      id={recordLinkId(recordKey)}
      href={opened.getHref(recordKey)}
      aria-current={recordKey === opened.open || undefined}
      className={cn(
        "outline-none after:absolute after:inset-0 hover:text-text-1 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus",
        className,
      )}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        opened.setOpen(recordKey);
      }}
    >
      {children}
    </Link>
  );
}

/** The focus returns to the link with this id when the record closes. */
export function recordLinkId(key: string): string {
  return `record-${key}`;
}

/** A line with these classes can be opened. */
export const OPENER_LINE = "relative hover:bg-surface-hover has-aria-[current]:bg-surface-selected";
