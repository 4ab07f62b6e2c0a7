"use client";
/** The frame of a chart: its height is reserved before its width is known, and a table has the same data as text. */
import type { ReactNode } from "react";
import "./charts.css";
import { useWidth } from "./use-width";

export interface PlotTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Props {
  /** What the drawing shows, with its main values: its only text for a screen reader. */
  name: string;
  /** In px. */
  height: number | ((width: number) => number);
  table: PlotTable;
  children: (width: number) => ReactNode;
}

export function Plot({ name, height, table, children }: Props) {
  const [ref, width] = useWidth();
  const tall = typeof height === "number" ? height : height(width);
  return (
    <div className="plot" ref={ref} style={{ height: tall }}>
      {width > 0 && (
        <svg role="img" aria-label={name} width={width} height={tall}>
          {children(width)}
        </svg>
      )}
      <DataTable caption={name} {...table} />
    </div>
  );
}

function DataTable({ caption, head, rows }: PlotTable & { caption: string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a drawing have no identity but their place
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
