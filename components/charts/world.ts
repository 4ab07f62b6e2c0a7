/**
 * Draws the countries of the world as outlines in Natural Earth's projection. This module is fetched when a map is
 * opened.
 */
import { geoNaturalEarth1, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import atlas from "world-atlas/countries-50m.json";

export interface Outline {
  readonly key: string;
  /** The code is undefined for land that is no listed country. */
  readonly code: string | undefined;
  readonly path: string;
  /** A country too small to be seen gets a dot here. */
  readonly dot: readonly [x: number, y: number] | undefined;
}

/** A drawing is fitted to its place by the view box of this sheet. */
export const WORLD = { width: 960, height: 460 } as const;

const ANTARCTICA = "010";
/** A country narrower and lower than this, in units of the sheet, is invisible. */
const SMALL = 7;

/**
 * The countries without Antarctica fill the sheet at this scale; computing it is a third of all the work (a test
 * checks it).
 */
export const FIT = { scale: 177.63586912936137, translate: [480, 261.79742056208755] } as const;

/** After this many ms of drawing, pending input or a frame gets a turn. */
const SLICE_MS = 8;

/** Returns every country that is on the sheet. */
export function countries() {
  const all = feature(atlas, atlas.objects.countries);
  return { ...all, features: all.features.filter((country) => country.id !== ANTARCTICA) };
}

// Maps numbers to each listed country that the atlas draws, in the order of the codes.
const NUMBERS =
  "020AD 784AE 004AF 028AG 660AI 008AL 051AM 024AO 032AR 016AS 040AT 036AU 533AW 248AX 031AZ 070BA 052BB 050BD 056BE \
854BF 100BG 048BH 108BI 204BJ 652BL 060BM 096BN 068BO 076BR 044BS 064BT 072BW 112BY 084BZ 124CA 180CD 140CF 178CG \
756CH 384CI 184CK 152CL 120CM 156CN 170CO 188CR 192CU 132CV 531CW 196CY 203CZ 276DE 262DJ 208DK 212DM 214DO 012DZ \
218EC 233EE 818EG 732EH 232ER 724ES 231ET 246FI 242FJ 238FK 583FM 234FO 250FR 266GA 826GB 308GD 268GE 831GG 288GH \
304GL 270GM 324GN 226GQ 300GR 320GT 316GU 624GW 328GY 344HK 340HN 191HR 332HT 348HU 360ID 372IE 376IL 833IM 356IN \
368IQ 364IR 352IS 380IT 832JE 388JM 400JO 392JP 404KE 417KG 116KH 296KI 174KM 659KN 408KP 410KR 414KW 136KY 398KZ \
418LA 422LB 662LC 438LI 144LK 430LR 426LS 440LT 442LU 428LV 434LY 504MA 492MC 498MD 499ME 663MF 450MG 584MH 807MK \
466ML 104MM 496MN 446MO 580MP 478MR 500MS 470MT 480MU 462MV 454MW 484MX 458MY 508MZ 516NA 540NC 562NE 566NG 558NI \
528NL 578NO 524NP 520NR 570NU 554NZ 512OM 591PA 604PE 258PF 598PG 608PH 586PK 616PL 666PM 630PR 275PS 620PT 585PW \
600PY 634QA 642RO 688RS 643RU 646RW 682SA 090SB 690SC 729SD 752SE 702SG 654SH 705SI 703SK 694SL 674SM 686SN 706SO \
740SR 728SS 678ST 222SV 534SX 760SY 748SZ 796TC 148TD 768TG 764TH 762TJ 626TL 795TM 788TN 776TO 792TR 780TT 158TW \
834TZ 804UA 800UG 840US 858UY 860UZ 336VA 670VC 862VE 092VG 850VI 704VN 548VU 876WF 882WS 887YE 710ZA 894ZM 716ZW";

const CODES = new Map(NUMBERS.split(" ").map((entry) => [entry.slice(0, 3), entry.slice(3)]));

/** Returns undefined for land that is no listed country. */
function findCode(number: string | number | undefined): string | undefined {
  return CODES.get(String(number));
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
      code: findCode(country.id),
      path: withoutRepeats(path(country) ?? ""),
      dot: small ? path.centroid(country) : undefined,
    });
  }
  return found;
}

/** Most points of a coast, rounded to whole units of the sheet, repeat the previous one: a third of the outline is left. */
function withoutRepeats(path: string): string {
  return path.replaceAll(/(\d+,\d+)(?:L\1)+/g, "$1");
}
