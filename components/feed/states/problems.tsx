"use client";

import { useFeedView } from "@/lib/client/feed-view";
import { Banner } from "./banner";

/** What of the address was left out. Such an address buys nothing by being opened. */
export function Problems() {
  const { issues } = useFeedView();
  if (issues.length === 0) return null;
  const title = issues.length === 1 ? "A part of this address was left out" : "Parts of this address were left out";
  return (
    <Banner tone="warn" title={title}>
      <ul>
        {issues.map(({ parameter, message }) => (
          <li key={`${parameter} ${message}`} className="break-words">
            {message}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
