"use client";

import { useState } from "react";
import { useNotices } from "@/components/ui/hooks/notify";
import { lazyComponent } from "@/components/ui/lazy-component";

const LazyToaster = lazyComponent(async () => (await import("@/components/ui/sonner")).Toaster);

/** Every page shows its notices here. */
export function Notices() {
  const waiting = useNotices(({ pending }) => pending.length > 0);
  const [wanted, setWanted] = useState(false);
  if (waiting && !wanted) setWanted(true);
  return wanted && <LazyToaster />;
}
