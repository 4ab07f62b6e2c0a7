"use client";
/** The frame of a chart: its height is reserved before its width is known, and a table has the same data as text. */
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import "./charts.css";

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

/** The width of an element in px, 0 until it was measured: what is drawn in it fits it and is never stretched. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const onResize = new ResizeObserver(() => setWidth(element.clientWidth));
    onResize.observe(element);
    return () => onResize.disconnect();
  }, []);
  return [ref, width];
}
