"use client";
/** This button opens the sidebar's content where there is no room for the sidebar. */
import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";

const LazyMenuDrawer = lazyComponent(async () => (await import("./menu-drawer")).MenuDrawer);

export function Menu() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="focus-ring -mr-3 -ml-3.5 hidden size-11 flex-none items-center justify-center rounded-2 max-tablet:flex"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MenuIcon size={18} />
      </button>
      {open && <LazyMenuDrawer onClose={() => setOpen(false)} />}
    </>
  );
}
