"use client";

import { useFeedView } from "@/lib/client/feed-view";
import { Banner } from "./banner";

/** What of the address was left out. Such an address buys nothing by being opened. */
export function Problems() {
  const { problems } = useFeedView();
  if (problems.length === 0) return null;
  const title = problems.length === 1 ? "A part of this address was left out" : "Parts of this address were left out";
  return (
    <Banner tone="warn" title={title}>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.parameter} ${problem.message}`} className="break-words">
            {problem.message}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
