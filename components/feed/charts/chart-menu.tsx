/** Opens the menu of a chart, whose entries are fetched when it is first needed. */
import { Ellipsis } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { ChartMenuEntries } from "./chart-pictures";

const LazyEntries = lazyComponent(async () => (await import("./chart-pictures")).ChartMenuEntries);

export function ChartMenu({ label, ...actions }: Omit<ComponentProps<typeof ChartMenuEntries>, "onClose">) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // A press on the button closes the menu before it is a click.
  const wasOpen = useRef(false);
  return (
    <span className="relative flex-none">
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        // It is no stop on the way to the table: the key for context menus opens it within the chart.
        tabIndex={-1}
        aria-expanded={open}
        className="size-6 text-text-2"
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        <Ellipsis aria-hidden="true" className="size-3.5" />
      </IconButton>
      {open && (
        <LazyEntries
          label={label}
          {...actions}
          onClose={() => {
            button.current?.focus();
            setOpen(false);
          }}
        />
      )}
    </span>
  );
}
