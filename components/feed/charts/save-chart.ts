/** Saves a chart as a picture: what is drawn, with its computed colours, under its title. No request is sent. */
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { CHARACTER } from "@/components/ui/chart";
import { saveFile } from "@/lib/client/export/export-file";
import { fileName } from "@/lib/client/export/facts";
import type { PictureFormat } from "./chart-pictures";

interface Drawn {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  readonly title: string;
  readonly caption: string;
  readonly rows: number;
}

const SVG = "http://www.w3.org/2000/svg";
/** These styles come from the page, which a file does not have. */
const STYLES = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "opacity", "paint-order"],
  ...["font-size", "font-weight", "text-anchor"],
];
/** The margin and the lines above the chart are in px. */
const MARGIN = 16;
const LINE = 20;
/** A picture of pixels has this many for each px of the page. */
const SCALE = 2;

export async function saveChart(chart: HTMLElement, format: PictureFormat, drawn: Drawn): Promise<void> {
  const svg = chart.querySelector<SVGSVGElement>("svg.recharts-surface");
  if (svg === null) throw new Error("Nothing is drawn.");
  const picture = drawPicture(chart, svg, drawn);
  const text = new XMLSerializer().serializeToString(picture);
  const file = format === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await toPng(text);
  const { feed, query, rows, title } = drawn;
  const filters = [...new URLSearchParams(serializeFeedQuery(FEEDS[feed], query))];
  const facts = { feed: `${FEEDS[feed].title} ${title}`, filters, rows, exportedAt: new Date().toISOString() };
  saveFile(file, fileName({ format, feed, facts }));
}

function drawPicture(chart: HTMLElement, svg: SVGSVGElement, { title, caption }: Drawn): Element {
  const { width, height } = svg.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(chart);
  const background = getComputedStyle(document.documentElement).getPropertyValue("--surface");
  const lines = 2 + (getLegend(chart).length > 0 ? 1 : 0);
  const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN + lines * LINE };
  const picture = create("svg", { ...size, "font-family": fontFamily, "font-size": 12, fill: color });
  const copy = copyDrawing(svg);
  for (const [name, value] of Object.entries({ x: MARGIN, y: MARGIN + lines * LINE, width, height }))
    copy.setAttribute(name, String(value));
  picture.append(
    create("rect", { width: "100%", height: "100%", fill: background }),
    write(title, MARGIN, 0, { "font-weight": 600 }),
    write(caption, MARGIN, 1),
    ...drawLegend(chart),
    copy,
  );
  return picture;
}

/** Copies what is drawn with its styles, without the areas that are pressed and the one under the pointer. */
function copyDrawing(svg: SVGSVGElement): Element {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof Element)) throw new Error("An element's copy is an element.");
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [index, element] of [svg, ...svg.querySelectorAll("*")].entries()) {
    const into = copies[index];
    if (into === undefined) continue;
    const styles = getComputedStyle(element);
    for (const name of [...into.attributes].map(({ name }) => name))
      if (/^(class|style|role|tabindex|data-|aria-)/.test(name)) into.removeAttribute(name);
    for (const name of STYLES) into.setAttribute(name, styles.getPropertyValue(name));
    if (element.matches("[role=button], .recharts-tooltip-cursor")) into.remove();
  }
  copy.setAttribute("overflow", "visible");
  return copy;
}

/** Reads the series that are shown. */
function getLegend(chart: HTMLElement): { readonly title: string; readonly color: string }[] {
  return [...chart.querySelectorAll('ul[aria-label="Series"] button[aria-pressed="true"]')].map((button) => ({
    title: button.textContent.trim(),
    color: button.firstElementChild === null ? "" : getComputedStyle(button.firstElementChild).backgroundColor,
  }));
}

function drawLegend(chart: HTMLElement): Element[] {
  let x = MARGIN;
  return getLegend(chart).flatMap(({ title, color }) => {
    const parts = [
      create("rect", { x, y: MARGIN + 2 * LINE + 2, width: 9, height: 9, fill: color }),
      write(title, x + 14, 2),
    ];
    x += 14 + title.length * CHARACTER + 14;
    return parts;
  });
}

function write(text: string, x: number, line: number, attributes: Attributes = {}): Element {
  const element = create("text", { x, y: MARGIN + line * LINE + 11, ...attributes });
  element.textContent = text;
  return element;
}

type Attributes = Readonly<Record<string, string | number>>;

function create(name: string, attributes: Attributes): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * SCALE, image.height * SCALE];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("The picture is too large.")) : resolve(blob)));
  });
}
