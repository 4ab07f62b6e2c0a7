"use client";
import { Button } from "@/components/ui/button";
import type { Watched } from "./watched-file";

/** Saves the watched companies as a file. */
export function SaveWatched({ watched }: { watched: readonly Watched[] }) {
  // The file says what is owned, which is not known before.
  const isKnown = watched.every(({ summary }) => summary !== undefined);
  return (
    <Button disabled={!isKnown} onClick={() => void saveWatched(watched)}>
      Save as CSV
    </Button>
  );
}

async function saveWatched(watched: readonly Watched[]): Promise<void> {
  const [{ watchedFile }, { saveFile }] = await Promise.all([
    import("./watched-file"),
    import("@/lib/client/export/export-file"),
  ]);
  saveFile(watchedFile(watched), `watchlist-${new Date().toISOString().slice(0, 10)}.csv`);
}
