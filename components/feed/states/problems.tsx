"use client";

import { FEEDS } from "@dealflow/contract/feeds";
import { useFeedView } from "@/lib/client/feed-view";
import { Banner } from "./banner";
import { issueLines } from "./issue-lines";

/** Names the parts of the address that were left out. */
export function Problems() {
  const { feed, issues } = useFeedView();
  const lines = issueLines(FEEDS[feed], issues);
  const title = lines.length === 1 ? "Part of this link was ignored" : "Parts of this link were ignored";
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
