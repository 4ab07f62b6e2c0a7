"use client";
/**
 * Columns over time, each a button. Drawn by the style sheet in shares of the place, so that the server can draw them
 * before any width is known. Keys name the place of a thing: what would stand elsewhere is made anew there, since
 * nothing on this page moves that nobody moved.
 */
import { useRoving } from "./use-roving";

export interface Column {
  readonly key: string;
  /** Under the column, and in full with its values. */
  readonly text: string;
  readonly name: string;
  readonly value: number;
  /** The button is pressed: its period is selected. */
  readonly pressed: boolean;
}

interface Props {
  label: string;
  columns: readonly Column[];
  /** From 0 up, the last one is the height of the plot. */
  steps: readonly number[];
  stepText: (value: number) => string;
  /** So many columns at the beginning are hatched, with these words over them. */
  missing: { readonly columns: number; readonly words: string } | undefined;
  onChoose: (index: number) => void;
}

/** Labels that find room beside each other in the narrowest plot. */
const MOST_LABELS = 12;

export function Columns({ label, columns, steps, stepText, missing, onChoose }: Props) {
  const roving = useRoving<HTMLDivElement>(columns.length);
  const top = steps.at(-1) ?? 1;
  const every = Math.ceil(columns.length / MOST_LABELS);
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <div className="columns-chart">
      <div className="columns-scale" aria-hidden="true">
        {steps.map((value) => (
          <span key={`${value} ${top}`} style={{ bottom: share(value, top) }}>
            <i>{stepText(value)}</i>
          </span>
        ))}
      </div>
      {missing && (
        <p
          key={`${missing.words} ${missing.columns} ${columns.length}`}
          className="columns-missing"
          style={{ width: share(missing.columns, columns.length) }}
        >
          <span>{missing.words}</span>
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      <div className="columns-buttons" role="group" aria-label={label} {...roving.group}>
        {columns.map((column, index) => (
          <button
            key={`${column.key} ${columns.length}`}
            type="button"
            className="columns-button"
            title={column.name}
            aria-label={column.name}
            aria-pressed={column.pressed}
            tabIndex={roving.tabIndex(index)}
            onClick={() => onChoose(index)}
          >
            {column.value > 0 && (
              <span
                key={share(column.value, top)}
                className="columns-bar"
                style={{ height: share(column.value, top) }}
              />
            )}
            {/* Counted from the end: the newest period always has its label. */}
            {(columns.length - 1 - index) % every === 0 && <span className="columns-label">{column.text}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}
