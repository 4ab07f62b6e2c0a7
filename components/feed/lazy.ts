import { createElement } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { cn } from "@/lib/cn";
import { BESIDE_TABLE, SHEET_BOX } from "./sheet/sheet-row";

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
export const LazyEmpty = lazyComponent(
  async () => (await import("./states/empty")).Empty,
  createElement("div", { className: "flex-1 border-t border-line-strong max-tablet:border-t-0" }),
);
export const LazySheet = lazyComponent(
  async () => (await import("./sheet/sheet")).Sheet,
  createElement("div", { className: cn(SHEET_BOX, BESIDE_TABLE) }),
);
export const LazyPreviewSheet = lazyComponent(async () => (await import("./sheet/preview-sheet")).PreviewSheet);
export const LazySheetMissing = lazyComponent(async () => (await import("./sheet/sheet")).SheetMissing);
export const LazyRateLimited = lazyComponent(async () => (await import("./states/row-notes")).RateLimited);
export const LazyPurchasedEnd = lazyComponent(async () => (await import("./states/row-notes")).PurchasedEnd);
export const LazyFailureBanner = lazyComponent(async () => (await import("./states/failure-banner")).FailureBanner);
export const LazyProblems = lazyComponent(async () => (await import("./states/row-notes")).Problems);
