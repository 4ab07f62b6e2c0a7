/** The page of a person's saved items has a table, files for export and import, and removals that can be undone. */
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { focusNeighbour } from "@/components/ui/focus";
import { notify } from "@/components/ui/hooks/notify";
import { Popover } from "@/components/ui/popover";
import { saveFile } from "@/lib/client/export/export-file";
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
    /** Saves what the table shows for a spreadsheet, which cannot be imported again; null until it is known. */
    readonly saveTable?: (() => void) | null;
  };
  /** Saves items, and restores removed ones. */
  add(drafts: readonly (Draft | Omit<T, "version">)[]): Promise<unknown>;
  remove(item: T): Promise<unknown>;
  /** The notice begins with this word, such as `Deleted`. */
  removed: string;
  /** Replaces the table while nothing is saved. */
  empty: ReactNode;
  children(items: readonly T[], remove: (item: T) => void): ReactNode;
}

export function SavedPage<T extends Item, Draft>(props: Props<T, Draft>) {
  const { items, nouns, file } = props;
  const [imported, setImported] = useState<Imported>();

  const onError = ({ message }: Error) => notify(message);
  const restore = useMutation({ mutationFn: props.add, onError });
  const remove = useMutation({
    mutationFn: props.remove,
    onMutate: () => focusNeighbour(document.activeElement),
    onSuccess: (_, { version: __, ...draft }) =>
      notify(`${props.removed} ${draft.name}`, { label: "Undo", run: () => restore.mutate([draft]) }),
    onError,
  });

  async function read(text: string) {
    const { items: drafts, rejected } = file.read(text);
    const added = drafts.length === 0 ? Promise.resolve() : props.add(drafts);
    const summary = await added.then(
      () => `${formatCount(drafts.length, ...nouns)} imported`,
      ({ message }: Error) => message,
    );
    setImported({ summary, rejected });
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
          saveTable={file.saveTable}
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
      {items?.length === 0 ? props.empty : items && props.children(items, remove.mutate)}
    </Page>
  );
}

/** The table reaches the edges of the page, so that its text has the left edge of the title. */
export const SAVED_TABLE =
  "panel:-mx-6 panel:w-[calc(100%+3rem)] panel:[&_:is(th,td):first-child]:pl-6 panel:[&_:is(th,td):last-child]:pr-6";

/** This is shown while nothing is saved. */
export function NothingSaved({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="max-w-[640px]">
      <h2 className="text-15 font-semibold tracking-tight">{title}</h2>
      <p className="mt-1 text-text-2">{children}</p>
    </section>
  );
}

/** Both stand next to the title and the balance in the bar of a phone. */
const SMALL = "in-data-touch:px-2 in-data-touch:text-13";

interface FileButtonsProps {
  /** The file name looks like `dealflow-views.json`. */
  name: string;
  /** The buttons' labels contain this noun, such as `views`. */
  what: string;
  /** This is undefined while there is nothing to write. */
  write: (() => string) | undefined;
  read: (text: string) => void;
  saveTable: (() => void) | null | undefined;
}

function FileButtons({ name, what, write, read, saveTable }: FileButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const title = `Export ${what} to a file`;

  function save() {
    if (write !== undefined) saveFile(new Blob([write()], { type: "application/json" }), name);
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={`File of ${what}`}
        onChange={async (event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) read(await file.text());
        }}
      />
      <Button className={SMALL} onClick={() => input.current?.click()} aria-label={`Import ${what} from a file`}>
        Import
      </Button>
      {saveTable === undefined || write === undefined ? (
        <Button className={SMALL} disabled={write === undefined} aria-label={title} onClick={save}>
          Export
        </Button>
      ) : (
        <Popover className={SMALL} label="Export" title={title}>
          {(close) => (
            <div className="flex flex-col gap-2 p-2">
              <Button
                disabled={saveTable === null}
                onClick={() => {
                  saveTable?.();
                  close();
                }}
              >
                CSV for a spreadsheet
              </Button>
              <Button
                onClick={() => {
                  save();
                  close();
                }}
              >
                JSON to import again
              </Button>
            </div>
          )}
        </Popover>
      )}
    </>
  );
}

interface Imported {
  readonly summary: string;
  readonly rejected: readonly { readonly line: number; readonly message: string }[];
}

/** The report lists at most this many lines; a file that is broken throughout needs no more. */
const NAMED = 10;

/** Reports how many lines of a file were saved, and lists each line that was not. */
function ImportReport({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const { summary, rejected } = imported;
  return (
    <section
      className="mb-5 flex items-start gap-4 rounded-2 border border-line-strong bg-surface-well px-3 py-2.5"
      role="status"
      aria-label="Import"
    >
      <div className="min-w-0 flex-1">
        <p className="font-medium">{summary}</p>
        {rejected.length > 0 && (
          <ul className="text-12 text-text-2">
            {rejected.slice(0, NAMED).map(({ line, message }) => (
              <li key={line}>
                Line {line}: {message}
              </li>
            ))}
            {rejected.length > NAMED && <li>and {rejected.length - NAMED} more</li>}
          </ul>
        )}
      </div>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </section>
  );
}
