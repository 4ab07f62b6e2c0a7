"use client";
/** A map of figures by country. What is told apart by shade here stands in a list beside it, which takes the keys. */
import { outlines, WORLD } from "./world";

export interface CountryFigure {
  readonly title: string;
  readonly value: number;
  readonly figure: string;
}

interface Props {
  name: string;
  figures: ReadonlyMap<string, CountryFigure>;
  chosen: string | undefined;
  onChoose: (code: string) => void;
}

const SHADES = 5;
const DOT = 5;

export function WorldMap({ name, figures, chosen, onChoose }: Props) {
  const most = Math.max(...[...figures.values()].map((one) => one.value), Number.MIN_VALUE);
  const shown = outlines().map((outline) => ({
    ...outline,
    figure: outline.code === undefined ? undefined : figures.get(outline.code),
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
      {shown.map(({ key, code, path, figure }) => (
        <path key={key} d={path} {...marks(figure, most, code, chosen)}>
          {figure && <title>{`${figure.title}: ${figure.figure}`}</title>}
        </path>
      ))}
      {shown.map(({ key, code, dot, figure }) =>
        dot === undefined || figure === undefined ? null : (
          <circle key={key} cx={dot[0]} cy={dot[1]} r={DOT} {...marks(figure, most, code, chosen)}>
            <title>{`${figure.title}: ${figure.figure}`}</title>
          </circle>
        ),
      )}
    </svg>
  );
}

function marks(figure: CountryFigure | undefined, most: number, code: string | undefined, chosen: string | undefined) {
  if (figure === undefined) return {};
  // By the root: figures of countries lie orders of magnitude apart.
  const shade = Math.max(1, Math.ceil(SHADES * Math.sqrt(figure.value / most)));
  return {
    "data-code": code,
    "data-shade": shade,
    "data-chosen": (code !== undefined && code === chosen) || undefined,
  };
}
