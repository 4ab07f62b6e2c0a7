"use client";
import { Button } from "@/components/ui/button";
import type { IncludeName } from "@/lib/api/timeline-part";
import { CopyTimelinesAs } from "../copy-as";
import type { Compared } from "./compared";

interface Props {
  companies: readonly Compared[];
  kinds: readonly IncludeName[];
}

/** Offers the figures of the companies as a file, and the request for their timelines. */
export function CompareTools({ companies, kinds }: Props) {
  const isOwned = companies.some(({ holding }) => holding !== undefined);
  return (
    <>
      <Button disabled={!isOwned} onClick={() => void saveFigures(companies)}>
        Save figures
      </Button>
      <CopyTimelinesAs ids={companies.map(({ id }) => id)} kinds={kinds} />
    </>
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
