import { layoutNow } from "@/components/data-table/columns/columns";
import { DataTableViewOptions } from "@/components/data-table/columns/data-table-view-options";
import { useShownRows } from "@/components/feed/rows/use-feed-rows";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { Segmented } from "@/components/ui/segmented";

/** Chooses the columns of a feed's table, and the height of its rows. */
export function ViewOptions() {
  const { table, columns } = useShownRows();
  const { density, choose } = usePreferences();
  return (
    <DataTableViewOptions
      table={table}
      layout={columns.own ? undefined : layoutNow()}
      onReset={columns.own ? () => columns.restore("") : undefined}
    >
      <p className="mt-2 px-1 text-12 text-text-2 tablet:hidden">
        Cards show the same facts with any columns. These are the columns of wider windows and of exports.
      </p>
      <div className="sticky bottom-0 -mx-2 mt-2 -mb-2 flex items-center justify-between border-t border-line bg-surface-pop px-3 py-2 text-12">
        Rows
        <Segmented
          label="Rows"
          options={[
            { value: "compact", title: "Compact" },
            { value: "comfortable", title: "Comfortable" },
          ]}
          value={density}
          onChange={(value) => choose("density", value)}
        />
      </div>
    </DataTableViewOptions>
  );
}
