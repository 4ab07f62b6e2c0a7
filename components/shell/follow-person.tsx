"use client";

import { useEffect } from "react";
import { followOtherTabs } from "@/lib/client/new-document";

/** Leaves the page when somebody signs in or out, or opens another workspace, in another tab. */
export function FollowPerson() {
  useEffect(followOtherTabs, []);
  return null;
}
