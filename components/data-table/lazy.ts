import { lazyComponent } from "@/components/ui/lazy-component";

export const LazyColumnMenu = lazyComponent(async () => (await import("./data-table-column-menu")).DataTableColumnMenu);
export const LazyViewOptions = lazyComponent(
  async () => (await import("./data-table-view-options")).DataTableViewOptions,
);
