import { lazyComponent } from "@/components/ui/lazy-component";

export const LazyFilterDrawer = lazyComponent(
  async () => (await import("@/components/filters/filter-drawer")).FilterDrawer,
);

export const LazyKeysDialog = lazyComponent(async () => (await import("./keys-dialog")).KeysDialog);

export const LazyChartStripContent = lazyComponent(
  async () => (await import("./charts/chart-strip-content")).ChartStripContent,
);
export const LazyBulkActions = lazyComponent(async () => (await import("./rows/bulk-actions")).BulkActions);
export const LazyGoToRow = lazyComponent(async () => (await import("./rows/go-to-row")).GoToRow);
export const LazyTextFilterNote = lazyComponent(async () => (await import("./rows/text-filter-note")).TextFilterNote);
export const LazyViewNote = lazyComponent(async () => (await import("./columns/view-note")).ViewNote);
export const LazyEmpty = lazyComponent(async () => (await import("./states/empty")).Empty);
export const LazySheet = lazyComponent(async () => (await import("./sheet/sheet")).Sheet);
export const LazyPreviewSheet = lazyComponent(async () => (await import("./sheet/preview-sheet")).PreviewSheet);
export const LazySheetMissing = lazyComponent(async () => (await import("./sheet/sheet")).SheetMissing);
export const LazyRateLimited = lazyComponent(async () => (await import("./states/row-notes")).RateLimited);
export const LazyPurchasedEnd = lazyComponent(async () => (await import("./states/row-notes")).PurchasedEnd);
export const LazyFailureBanner = lazyComponent(async () => (await import("./states/failure-banner")).FailureBanner);
export const LazyProblems = lazyComponent(async () => (await import("./states/row-notes")).Problems);
