/** Which columns a person chose, in which order, how wide, and which stay in place; pure. */
import type { Column, Layout } from "./columns";

export interface ColumnChoice {
  readonly id: string;
  /** In px; absent: as wide as the column is by itself. */
  readonly width?: number;
  /** Stays at the left while the others scroll. Pinned columns come first. */
  readonly pinned?: true;
}

type Choice = readonly ColumnChoice[];
/** What of a column matters here. */
type SizedColumn = Pick<Column<never>, "id" | "width" | "grow">;

export const NARROWEST = 48;
export const WIDEST = 640;
/** How far one key press changes a width, in px. */
export const WIDTH_STEP = 16;

/** More columns than this are not saved: the text has to fit into a cookie. */
const MOST = 24;
const LONGEST = 400;

export function fitting(width: number): number {
  return Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)));
}

/** `company.240!~amount.96~round`: ids with a width behind a dot, pinned ones with a mark. */
export function writeChoice(choice: Choice): string {
  const parts = choice.map(
    ({ id, width, pinned }) => `${id}${width === undefined ? "" : `.${width}`}${pinned ? "!" : ""}`,
  );
  while (parts.join("~").length > LONGEST) parts.pop();
  return parts.join("~");
}

/** The choice that a text means, as far as it can be read; undefined when nothing of it can. */
export function readChoice(columns: readonly SizedColumn[], text: string | undefined): Choice | undefined {
  const found = new Map<string, ColumnChoice>();
  for (const part of (text ?? "").split("~").slice(0, MOST)) {
    const [, id = "", width, pin] = /^([a-z0-9-]+)(?:\.(\d{1,4}))?(!)?$/i.exec(part) ?? [];
    if (found.has(id) || !columns.some((column) => column.id === id)) continue;
    found.set(id, {
      id,
      ...(width !== undefined && { width: fitting(Number(width)) }),
      ...(pin !== undefined && { pinned: true }),
    });
  }
  return found.size === 0 ? undefined : pinnedFirst([...found.values()]);
}

/** What a layout shows, as a choice: what the first own change changes. */
export function choiceOf<Row>(columns: readonly Column<Row>[], layout: Layout): Choice {
  return columns.flatMap((column): ColumnChoice[] => {
    const track = column.widths[layout];
    if (track === undefined) return [];
    const width = /^(\d+)px$/.exec(track)?.[1];
    return [{ id: column.id, ...(width !== undefined && Number(width) !== column.width && { width: Number(width) }) }];
  });
}

/** Takes a column out, or puts it behind the others. The last one stays. */
export function withColumn(choice: Choice, id: string, shown: boolean): Choice {
  const others = choice.filter((one) => one.id !== id);
  if (!shown) return others.length === 0 ? choice : others;
  return others.length >= MOST ? choice : [...others, { id }];
}

/** Moves a column by one place, among the pinned ones or among the others. */
export function moved(choice: Choice, id: string, by: -1 | 1): Choice {
  const from = choice.findIndex((one) => one.id === id);
  const [one, other] = [choice[from], choice[from + by]];
  if (one === undefined || other === undefined || one.pinned !== other.pinned) return choice;
  return choice.map((item, index) => (index === from ? other : index === from + by ? one : item));
}

export function withPin(choice: Choice, id: string, pinned: boolean): Choice {
  return pinnedFirst(
    choice.map(({ pinned: _, ...one }) => {
      const before = choice.find((item) => item.id === one.id)?.pinned === true;
      return (one.id === id ? pinned : before) ? { ...one, pinned: true } : one;
    }),
  );
}

export function withWidth(choice: Choice, id: string, width: number): Choice {
  return choice.map((one) => (one.id === id ? { ...one, width: fitting(width) } : one));
}

function pinnedFirst(choice: Choice): Choice {
  return [...choice.filter((one) => one.pinned), ...choice.filter((one) => !one.pinned)];
}

function widthOf(columns: readonly SizedColumn[], one: ColumnChoice): number {
  return one.width ?? columns.find((column) => column.id === one.id)?.width ?? NARROWEST;
}

/** Whether it takes a share of the room that is left: not when it was given a width, or stays in place. */
function growthOf(columns: readonly SizedColumn[], { id, width, pinned }: ColumnChoice): number | undefined {
  return width === undefined && !pinned ? columns.find((column) => column.id === id)?.grow : undefined;
}

/** The grid tracks; where nothing grows an empty track takes the room that is left. */
export function ownTracks(columns: readonly SizedColumn[], choice: Choice): string {
  const tracks = choice.map((one) => {
    const [width, grow] = [widthOf(columns, one), growthOf(columns, one)];
    return grow === undefined ? `${width}px` : `minmax(${width}px, ${grow}fr)`;
  });
  const grows = choice.some((one) => growthOf(columns, one) !== undefined);
  return [...tracks, ...(grows ? [] : ["minmax(0, 1fr)"])].join(" ");
}

/** Rows pad 8 px at both ends. */
const ENDS = 16;

/** The least width of a row, in px. */
export function ownWidth(columns: readonly SizedColumn[], choice: Choice): number {
  return choice.reduce((sum, one) => sum + widthOf(columns, one), ENDS);
}

/** How far from the left edge each pinned column stays, in px. */
export function pinOffsets(columns: readonly SizedColumn[], choice: Choice): number[] {
  let left = 0;
  return choice
    .filter((one) => one.pinned)
    .map((one) => {
      const own = left;
      left += widthOf(columns, one);
      return own;
    });
}
