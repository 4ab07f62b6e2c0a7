/** The countries of the world as outlines on one sheet, in Natural Earth's projection. Fetched when a map is wanted. */
import { geoNaturalEarth1, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import atlas from "world-atlas/countries-50m.json";
import { codeOfNumber } from "./country-numbers";

export interface Outline {
  readonly key: string;
  /** Code of the interface; undefined for land that is no listed country. */
  readonly code: string | undefined;
  readonly path: string;
  /** Where a country too small to be seen gets a dot instead. */
  readonly dot: readonly [x: number, y: number] | undefined;
}

/** The sheet; a drawing is fitted to its place by its view box. */
export const WORLD = { width: 960, height: 460 } as const;

const ANTARCTICA = "010";
/** Narrower and lower than this, in parts of the sheet, nothing of a country is seen. */
const SMALL = 7;

let drawn: readonly Outline[] | undefined;

export function outlines(): readonly Outline[] {
  drawn ??= draw();
  return drawn;
}

function draw(): Outline[] {
  const all = feature(atlas, atlas.objects.countries);
  const shown = { ...all, features: all.features.filter((country) => country.id !== ANTARCTICA) };
  const path = geoPath(geoNaturalEarth1().fitSize([WORLD.width, WORLD.height], shown)).digits(0);
  return shown.features.map((country, index) => {
    const [[left, top], [right, bottom]] = path.bounds(country);
    const small = right - left < SMALL && bottom - top < SMALL;
    return {
      key: `${country.id} ${index}`,
      code: codeOfNumber(country.id),
      path: withoutRepeats(path(country) ?? ""),
      dot: small ? path.centroid(country) : undefined,
    };
  });
}

/** Rounded to whole parts of the sheet most points of a coast are the one before: a third of the outline is left. */
function withoutRepeats(path: string): string {
  return path.replaceAll(/(\d+,\d+)(?:L\1)+/g, "$1");
}
