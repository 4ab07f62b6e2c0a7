/** Reports how many lines of a file were saved, and lists each line that was not. */
import { Button } from "@/components/ui/button";

export interface Imported {
  readonly summary: string;
  readonly rejected: readonly { readonly line: number; readonly message: string }[];
}

/** The report lists at most this many lines; a file that is broken throughout needs no more. */
const NAMED = 10;

export function ImportReport({ imported, onClose }: { imported: Imported; onClose: () => void }) {
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
