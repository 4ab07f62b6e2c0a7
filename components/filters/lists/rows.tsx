/**
 * Renders rows of one height. Where there are many, only those in sight are in the page, so that narrowing a list of
 * hundreds stays within a frame.
 */
import { type ComponentType, useEffect, useRef, useState } from "react";
import { lazyImport } from "@/components/ui/lazy-component";
import { RowList, type RowsProps, UNBOXED } from "./row-list";

let VirtualRows: ComponentType<RowsProps<unknown>> | undefined;
const loadVirtualRows = lazyImport(async () => {
  VirtualRows = (await import("./virtual-rows")).VirtualRows;
});

export function Rows<Item>(props: RowsProps<Item>) {
  if (props.items.length > UNBOXED) return <ManyRows {...props} />;
  return <AllRows {...props} />;
}

/** A list that is opened before the virtualizer has loaded keeps all its rows: the focus may be on one of them. */
function ManyRows<Item>(props: RowsProps<Item>) {
  const [Virtual] = useState(() => VirtualRows);
  useEffect(() => void loadVirtualRows().catch(() => undefined), []);
  return Virtual === undefined ? <AllRows {...props} /> : <Virtual {...props} />;
}

function AllRows<Item>(props: RowsProps<Item>) {
  return <RowList {...props} box={useRef<HTMLDivElement>(null)} shown={[...props.items.keys()]} />;
}
