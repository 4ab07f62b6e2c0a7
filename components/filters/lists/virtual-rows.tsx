import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { HEIGHT, IN_SIGHT, RowList, type RowsProps } from "./row-list";

/** Renders only the rows in sight into the page. */
export function VirtualRows<Item>(props: RowsProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const height = HEIGHT[props.touch ? "touch" : "mouse"];
  const virtualizer = useVirtualizer({
    count: props.items.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 6,
    initialRect: { width: 0, height: IN_SIGHT * height },
  });
  const shown = virtualizer.getVirtualItems().map(({ index }) => index);
  return <RowList {...props} box={box} shown={shown} scrollTo={(index) => virtualizer.scrollToIndex(index)} />;
}
