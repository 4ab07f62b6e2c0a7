import { later } from "@/components/ui/later";

export const LazyFilterDrawer = later(async () => (await import("@/components/filters/filter-drawer")).FilterDrawer);

export const LazyKeysDialog = later(async () => (await import("./keys-dialog")).KeysDialog);

export const LazyChartStripContent = later(
  async () => (await import("./charts/chart-strip-content")).ChartStripContent,
);
export const LazyColumnsPanel = later(async () => (await import("./columns/columns-panel")).ColumnsPanel);
export const LazyViewNote = later(async () => (await import("./columns/view-note")).ViewNote);
export const LazyBrakeRow = later(async () => (await import("./states/brake-row")).BrakeRow);
export const LazyEmpty = later(async () => (await import("./states/empty")).Empty);
export const LazySheet = later(async () => (await import("./sheet/sheet")).Sheet);
export const LazySheetMissing = later(async () => (await import("./sheet/sheet")).SheetMissing);
export const LazyOutOfCredits = later(async () => (await import("./states/refusals")).OutOfCredits);
export const LazyNoCredits = later(async () => (await import("./states/refusals")).NoCredits);
export const LazyBudgetReached = later(async () => (await import("./states/refusals")).BudgetReached);
export const LazyRateLimited = later(async () => (await import("./states/refusals")).RateLimited);
export const LazyOwnedEnd = later(async () => (await import("./states/owned-end")).OwnedEnd);
