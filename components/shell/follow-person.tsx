"use client";

import { useEffect } from "react";
import { followOtherTabs } from "@/lib/client/go-on";

/** Leaves the page when somebody signs in or out, or opens another workspace, in another tab. */
export function FollowPerson() {
  useEffect(followOtherTabs, []);
  return null;
}
