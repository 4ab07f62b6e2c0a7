import { useTable } from "@tanstack/react-table";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { getColumnSlots, getVisibleSlots, trackProperties } from "./column-slots";
import { type ColumnState, defaultColumns, readColumns } from "./column-state";
import {
  type DataTableColumn,
  type DataTableColumnMeta,
  type DataTableInstance,
  features,
  findLayout,
  type TableRow,
} from "./columns";

const column = (id: string, meta: DataTableColumnMeta, size = 100): DataTableColumn<TableRow> => ({
  id,
  header: id,
  size,
  meta,
  accessorFn: () => null,
  cell: () => null,
});

const COLUMNS = [
  column("round", { widths: { tiny: "1px", large: "1px", huge: "1px" }, card: "one" }),
  column("domain", { widths: { huge: "1px" }, grow: 2 }),
  column("note", { card: "rest" }),
  column("city", {}, 140),
];

function Probe({ state, tables }: { state: ColumnState; tables: DataTableInstance[] }) {
  tables.push(useTable({ features, columns: COLUMNS, data: [], state }));
  return null;
}

function createColumnTable(state: ColumnState): DataTableInstance {
  const tables: DataTableInstance[] = [];
  renderToStaticMarkup(createElement(Probe, { state, tables }));
  const [table] = tables;
  if (table === undefined) throw new Error("nothing was rendered");
  return table;
}

const table = createColumnTable(defaultColumns(COLUMNS));
const chosen = (text: string) => createColumnTable(readColumns(COLUMNS, text) ?? defaultColumns(COLUMNS));
const ids = (slots: readonly { column: { id: string } }[]) => slots.map((slot) => slot.column.id);

describe("slots of columns", () => {
  it("are every column that some layout or a card shows, until the width is known", () => {
    const slots = getColumnSlots(table, false);
    expect(slots.map((slot) => [slot.column.id, slot.in])).toEqual([
      ["round", "tiny large huge"],
      ["domain", "huge"],
      ["note", ""],
    ]);
    expect(ids(getVisibleSlots(slots, undefined))).toEqual(["round", "domain", "note"]);
    expect(ids(getVisibleSlots(slots, "large"))).toEqual(["round"]);
    expect(ids(getVisibleSlots(slots, "huge"))).toEqual(["round", "domain"]);
    expect(ids(getVisibleSlots(slots, "card"))).toEqual(["round", "note"]);
  });

  it("are the chosen columns in their order at every width, and a card's own as ever", () => {
    const slots = getColumnSlots(chosen("domain!~city"), true);
    for (const layout of ["tiny", "large", "huge"] as const)
      expect(ids(getVisibleSlots(slots, layout))).toEqual(["domain", "city"]);
    expect(ids(getVisibleSlots(slots, "card"))).toEqual(["round", "note"]);
  });

  it("go by the widths of the style sheet", () => {
    expect([665, 666, 821, 822, 959, 960, 1399, 1400].map(findLayout)).toEqual([
      "tiny",
      "small",
      "small",
      "middle",
      "middle",
      "large",
      "large",
      "huge",
    ]);
  });
});

describe("tracks", () => {
  it("are those of every layout while the width decides, after that of the checkboxes", () => {
    expect(trackProperties(table, false)).toMatchObject({
      "--tracks-tiny": "28px 1px",
      "--tracks-huge": "28px 1px 1px",
    });
  });

  it("let what grows take the room, unless it was given a width or stays in place", () => {
    const own = (text: string) => trackProperties(chosen(text), true);
    expect(own("city~domain")).toEqual({ "--tracks-own": "28px 140px minmax(100px, 2fr)", "--own-width": "276px" });
    expect(own("city~domain.200")["--tracks-own"]).toBe("28px 140px 200px minmax(0, 1fr)");
    expect(own("domain!")["--tracks-own"]).toBe("28px 100px minmax(0, 1fr)");
  });
});
