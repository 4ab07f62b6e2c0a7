"use client";

import { useMemo, useState } from "react";
import type { FeedKind, FeedRow } from "@/components/feed/kind";
import { type FoundCompany, findCompanies, findRows } from "./row-search";

/** Companies that are offered at most. */
const MOST = 8;
const NONE: readonly FoundCompany[] = [];

/** The loaded rows in which what is typed occurs, and what the search box has to know. */
export function useRowSearch<R>(rows: readonly FeedRow<R>[], parties: FeedKind<R>["parties"]) {
  const [typed, onType] = useState("");
  const found = useMemo(
    () => (parties === undefined ? rows : findRows<R, FeedRow<R>>(rows, typed, parties)),
    [rows, typed, parties],
  );
  const companies = useMemo(
    () => (parties === undefined ? NONE : findCompanies(found, typed, parties, MOST)),
    [found, typed, parties],
  );
  return { found, box: { typed, onType, companies } };
}
