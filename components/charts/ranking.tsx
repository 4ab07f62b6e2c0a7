"use client";
/** Values side by side as bars in lines, as many lines as the place has; each a button where there is a filter for it. */
import { useRoving } from "./use-roving";

export interface Ranked {
  readonly key: string;
  readonly title: string;
  readonly value: number;
  readonly valueText: string;
  readonly pressed: boolean;
}

interface Props {
  label: string;
  items: readonly Ranked[];
  /** Absent where nothing can be chosen. */
  onChoose: ((key: string) => void) | undefined;
}

export function Ranking({ label, items, onChoose }: Props) {
  const roving = useRoving<HTMLUListElement>(items.length);
  const most = Math.max(...items.map((item) => item.value), Number.MIN_VALUE);
  return (
    <ul className="ranking" aria-label={label} tabIndex={onChoose ? undefined : 0} {...(onChoose && roving.group)}>
      {items.map((item, index) => {
        const inside = (
          <>
            <span className="ranking-title">{item.title}</span>
            <span className="ranking-track">
              {item.value > 0 && <span className="ranking-bar" style={{ width: `${(100 * item.value) / most}%` }} />}
            </span>
            <span key={item.valueText} className="ranking-figure">
              {item.valueText}
            </span>
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: what would stand elsewhere is made anew there, and nothing moves
          <li key={`${index} ${item.key}`}>
            {onChoose === undefined ? (
              <span className="ranking-line">{inside}</span>
            ) : (
              <button
                type="button"
                className="ranking-line"
                title={item.title}
                aria-pressed={item.pressed}
                tabIndex={roving.tabIndex(index)}
                onClick={() => onChoose(item.key)}
              >
                {inside}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
