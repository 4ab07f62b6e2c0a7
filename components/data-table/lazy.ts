import { lazyComponent } from "@/components/ui/lazy-component";

export const LazyColumnMenu = lazyComponent(async () => (await import("./data-table-column-menu")).DataTableColumnMenu);
