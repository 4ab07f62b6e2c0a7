/** Parts that are fetched when they are first wanted: nobody's first look at a page needs them. */
import { lazy } from "react";

export const LazyFilterDrawer = lazy(async () => ({
  default: (await import("@/components/filters/filter-drawer")).FilterDrawer,
}));

export const LazyKeysDialog = lazy(async () => ({ default: (await import("./keys-dialog")).KeysDialog }));

export const LazyChartStripContent = lazy(async () => ({
  default: (await import("./chart-strip-content")).ChartStripContent,
}));
export const LazyColumnsPanel = lazy(async () => ({ default: (await import("./columns-panel")).ColumnsPanel }));
export const LazyBrakeRow = lazy(async () => ({ default: (await import("./brake-row")).BrakeRow }));
export const LazyEmpty = lazy(async () => ({ default: (await import("./empty")).Empty }));
export const LazySheet = lazy(async () => ({ default: (await import("./sheet")).Sheet }));
export const LazySheetMissing = lazy(async () => ({ default: (await import("./sheet")).SheetMissing }));
