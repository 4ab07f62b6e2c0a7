/** Shows in a terminal how far an import is. */
import { Presets, SingleBar } from "cli-progress";
import type { ImportTotals } from "../imports/totals";

/** Draws nothing without a terminal. */
export function progressBar(file: { readonly size: number; position(): number }, stream: NodeJS.WriteStream) {
  const bar = new SingleBar(
    {
      format: "{bar} {percentage} % | {rows} rows | {refused} refused",
      stream,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  bar.start(Math.max(file.size, 1), 0, { rows: 0, refused: 0 });
  return {
    show: ({ rows }: ImportTotals) =>
      bar.update(file.position(), { rows: rows.read.toLocaleString("en-US"), refused: rows.refused }),
    end: () => bar.stop(),
  };
}
