/** The countries of the world as outlines, in Natural Earth's projection. Fetched when a map is opened. */
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

/** Where the countries without Antarctica fill the sheet: looking for it is a third of all the work (a test holds it). */
export const FIT = { scale: 177.63586912936137, translate: [480, 261.79742056208755] } as const;

/** ms of drawing after which pending input or a frame gets a turn. */
const SLICE_MS = 8;

/** Every country that is on the sheet. */
export function countries() {
  const all = feature(atlas, atlas.objects.countries);
  return { ...all, features: all.features.filter((country) => country.id !== ANTARCTICA) };
}

/** Draws the outlines. It is 150 ms of work, so it is done in slices between frames. */
export async function drawOutlines(): Promise<readonly Outline[]> {
  const [x, y] = FIT.translate;
  const path = geoPath(geoNaturalEarth1().scale(FIT.scale).translate([x, y])).digits(0);
  const found: Outline[] = [];
  let since = performance.now();
  for (const [index, country] of countries().features.entries()) {
    if (performance.now() - since > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    const [[left, top], [right, bottom]] = path.bounds(country);
    const small = right - left < SMALL && bottom - top < SMALL;
    found.push({
      key: `${country.id} ${index}`,
      code: codeOfNumber(country.id),
      path: withoutRepeats(path(country) ?? ""),
      dot: small ? path.centroid(country) : undefined,
    });
  }
  return found;
}

/** Rounded to whole parts of the sheet most points of a coast are the one before: a third of the outline is left. */
function withoutRepeats(path: string): string {
  return path.replaceAll(/(\d+,\d+)(?:L\1)+/g, "$1");
}
