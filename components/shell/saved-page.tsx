"use client";
/** The page of a person's saved items has a table, files for export and import, and removals that can be undone. */
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { FileButtons } from "@/components/ui/forms/file-buttons";
import { type Imported, ImportReport } from "@/components/ui/forms/import-report";
import { notify } from "@/components/ui/hooks/notify";
import type { SaveResult } from "@/lib/client/saved/actions";
import type { FileRead } from "@/lib/client/saved/read-file";
import { formatCount } from "@/lib/format/counts";
import { Page } from "./page";

interface Item {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

interface Props<T extends Item, Draft> {
  title: string;
  nouns: readonly [one: string, several: string];
  /** The items are undefined until they are known. */
  items: readonly T[] | undefined;
  /** The problem is a sentence that tells why the items could not be read. */
  problem: string | undefined;
  /** Reads the items again. */
  onRetry(): void;
  file: {
    readonly name: string;
    /** The buttons' labels contain this noun, such as `the watchlist`. */
    readonly what: string;
    write(items: readonly T[]): string;
    read(text: string): FileRead<Draft>;
  };
  /** Saves items, and restores removed ones. */
  add(drafts: readonly (Draft | Omit<T, "version">)[]): Promise<SaveResult<unknown>>;
  remove(item: T): Promise<SaveResult<unknown>>;
  /** The notice begins with this word, such as `Deleted`. */
  removed: string;
  /** Replaces the table while nothing is saved. */
  empty: ReactNode;
  children(items: readonly T[], remove: (item: T) => void): ReactNode;
}

export function SavedPage<T extends Item, Draft>(props: Props<T, Draft>) {
  const { items, nouns, file } = props;
  const [imported, setImported] = useState<Imported>();

  async function remove(item: T) {
    const result = await props.remove(item);
    if (!result.ok) return notify(result.message);
    const { version: _, ...draft } = item;
    const undo = async () => {
      const back = await props.add([draft]);
      if (!back.ok) notify(back.message);
    };
    notify(`${props.removed} ${item.name}`, { label: "Undo", run: () => void undo() });
  }

  async function read(text: string) {
    const { items: drafts, rejected } = file.read(text);
    const added = drafts.length === 0 ? undefined : await props.add(drafts);
    setImported({
      summary: added?.ok === false ? added.message : `${formatCount(drafts.length, ...nouns)} imported`,
      rejected,
    });
  }

  return (
    <Page
      title={props.title}
      aside={items && formatCount(items.length, ...nouns)}
      tools={
        <FileButtons
          name={file.name}
          what={file.what}
          write={items && items.length > 0 ? () => file.write(items) : undefined}
          read={(text) => void read(text)}
        />
      }
    >
      {imported && <ImportReport imported={imported} onClose={() => setImported(undefined)} />}
      {items === undefined && props.problem !== undefined && (
        <section>
          <p role="alert" className="text-bad-text">
            {props.problem}
          </p>
          <p className="mt-3">
            <Button onClick={props.onRetry}>Try again</Button>
          </p>
        </section>
      )}
      {items?.length === 0 ? props.empty : items && props.children(items, (item) => void remove(item))}
    </Page>
  );
}

/** Shown while nothing is saved. */
export function NothingSaved({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="max-w-[640px]">
      <h2 className="text-15 font-semibold tracking-tight">{title}</h2>
      <p className="mt-1 text-text-2">{children}</p>
    </section>
  );
}
