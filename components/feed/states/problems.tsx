"use client";

import { useFeedView } from "@/lib/client/feed-view";
import { FEEDS } from "@/lib/contract/feeds";
import { Banner } from "./banner";
import { issueLines } from "./issue-lines";

/** What of the address was left out. Such an address buys nothing by being opened. */
export function Problems() {
  const { feed, issues } = useFeedView();
  if (issues.length === 0) return null;
  const lines = issueLines(FEEDS[feed], issues);
  const title = lines.length === 1 ? "A part of this address was left out" : "Parts of this address were left out";
  return (
    <Banner tone="warn" title={title}>
      <ul>
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
