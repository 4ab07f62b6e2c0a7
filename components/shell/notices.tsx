"use client";

import { Suspense, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useNotices } from "@/components/ui/notify";

const LazyToaster = lazyComponent(async () => (await import("@/components/ui/sonner")).Toaster);

/** Where notices appear, on every page. */
export function Notices() {
  const waiting = useNotices(({ pending }) => pending.length > 0);
  const [wanted, setWanted] = useState(false);
  if (waiting && !wanted) setWanted(true);
  return <Suspense>{wanted && <LazyToaster />}</Suspense>;
}
