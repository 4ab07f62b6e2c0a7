"use client";
/** A map of values by country. What is distinguished by shade here is in a list beside it, which has the keyboard control. */
import { type Outline, WORLD } from "./world";

export interface CountryValue {
  readonly title: string;
  readonly value: number;
  readonly valueText: string;
}

interface Props {
  outlines: readonly Outline[];
  name: string;
  figures: ReadonlyMap<string, CountryValue>;
  chosen: string | undefined;
  onChoose: (code: string) => void;
}

const SHADES = 5;
const DOT = 5;

export function WorldMap({ outlines, name, figures, chosen, onChoose }: Props) {
  const most = Math.max(...[...figures.values()].map((one) => one.value), Number.MIN_VALUE);
  const shown = outlines.map((outline) => ({
    ...outline,
    valueText: outline.code === undefined ? undefined : figures.get(outline.code),
  }));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list beside the map has a button for every country on it
    <svg
      className="world"
      role="img"
      aria-label={name}
      viewBox={`0 0 ${WORLD.width} ${WORLD.height}`}
      onClick={(event) => {
        const code = event.target instanceof SVGElement ? event.target.dataset.code : undefined;
        if (code !== undefined) onChoose(code);
      }}
    >
      {shown.map(({ key, code, path, valueText }) => (
        <path key={key} d={path} {...marks(valueText, most, code, chosen)}>
          {valueText && <title>{`${valueText.title}: ${valueText.valueText}`}</title>}
        </path>
      ))}
      {shown.map(({ key, code, dot, valueText }) =>
        dot === undefined || valueText === undefined ? null : (
          <circle key={key} cx={dot[0]} cy={dot[1]} r={DOT} {...marks(valueText, most, code, chosen)}>
            <title>{`${valueText.title}: ${valueText.valueText}`}</title>
          </circle>
        ),
      )}
    </svg>
  );
}

function marks(
  valueText: CountryValue | undefined,
  most: number,
  code: string | undefined,
  chosen: string | undefined,
) {
  if (valueText === undefined) return {};
  // Square root: values of countries differ by orders of magnitude.
  const shade = Math.max(1, Math.ceil(SHADES * Math.sqrt(valueText.value / most)));
  return {
    "data-code": code,
    "data-shade": shade,
    "data-chosen": (code !== undefined && code === chosen) || undefined,
  };
}
