"use client";
import { Button } from "@/components/ui/button";
import type { Compared } from "./compared";

/** Saves the figures of the owned companies as a file. */
export function SaveFigures({ companies }: { companies: readonly Compared[] }) {
  const isOwned = companies.some(({ holding }) => holding !== undefined);
  return (
    <Button disabled={!isOwned} onClick={() => void saveFigures(companies)}>
      Save figures
    </Button>
  );
}

async function saveFigures(companies: readonly Compared[]): Promise<void> {
  const [{ figuresFile }, { saveFile }] = await Promise.all([
    import("./figures-file"),
    import("@/lib/client/export/export-file"),
  ]);
  const now = new Date();
  saveFile(figuresFile(companies, now), `comparison-${now.toISOString().slice(0, 10)}.csv`);
}
