"use client";

import { useEffect } from "react";
import { reloadWithOtherTabs } from "@/lib/client/new-document";

/** Leaves the page when somebody signs in or out, or opens another workspace, in another tab. */
export function ReloadOnAccountChange() {
  useEffect(reloadWithOtherTabs, []);
  return null;
}
