/** Renders one line of the palette: its action, further facts, and the price. Everything that it offers is free. */
import { Command } from "cmdk";
import type { ReactNode } from "react";
import { PriceText } from "@/components/ui/prices/price-text";
import { FREE } from "@/lib/format/price";

export interface Entry {
  readonly id: string;
  readonly title: ReactNode;
  /** The aside distinguishes an entry from others, such as `31 owned`. */
  readonly aside?: string;
  /** It is true when every typed word is one of its words. */
  readonly exact?: boolean;
  readonly act: () => void;
}

export function EntryGroup({ heading, entries }: { heading: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-gutter [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-11 [&_[cmdk-group-heading]]:text-text-2"
    >
      {entries.map(({ id, title, aside, act }) => (
        <Command.Item
          key={id}
          value={id}
          onSelect={act}
          className="flex min-h-[var(--row-palette)] cursor-pointer items-center gap-3 px-gutter py-1 aria-selected:bg-surface-selected aria-selected:shadow-[inset_2px_0_var(--accent)] max-tablet:min-h-row-touch"
        >
          <span className="min-w-0 flex-1 truncate [&_mark]:bg-transparent [&_mark]:font-semibold [&_mark]:text-inherit [&_mark]:underline [&_mark]:decoration-accent [&_mark]:decoration-2 [&_mark]:underline-offset-4">
            {title}
          </span>
          {aside !== undefined && (
            <span className="max-w-[45%] flex-none truncate text-12 text-text-2 max-tablet:hidden">{aside}</span>
          )}
          <span className="flex-none text-12 whitespace-nowrap text-text-2">
            <PriceText price={FREE} />
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/** Marks the typed letters where words of the text begin with them. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  const words = typed
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return text;
  const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "iu"));
  return pieces.map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name than their place
      <mark key={at}>{piece}</mark>
    ) : (
      piece
    ),
  );
}
