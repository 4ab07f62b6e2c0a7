/** Queries what members reported about records: the reports of the workspace, and the open ones for operators. */
import { RECORD_REPORTS, type RecordReport } from "@dealflow/contract/account/record-reports";
import type { FeedName } from "@dealflow/contract/feeds";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { accountQuery } from "./account";
import { WHEN_ONLINE } from "./client";
import { usePaysOnce } from "./owned/owned";

/** Operators decide meanwhile, so reports that are shown again after this time are read again (ms). */
const STALE_AFTER_MS = 60_000;

/** The reports of the workspace are one query, so that going from record to record requests nothing. */
function recordReportsQuery() {
  return queryOptions({ ...accountQuery(RECORD_REPORTS.recordReports), staleTime: STALE_AFTER_MS, ...WHEN_ONLINE });
}

/** Returns the latest report of a record; undefined without one, and while that is not known. */
export function useRecordReport(feed: FeedName, id: string): RecordReport | undefined {
  const { data } = useQuery({ ...recordReportsQuery(), enabled: usePaysOnce() });
  return data?.reports.find((report) => report.feed === feed && report.recordId === id);
}

export function openReportsQuery() {
  return queryOptions({
    ...accountQuery(RECORD_REPORTS.openRecordReports),
    // A page that is opened again may have been rendered a while ago.
    staleTime: 0,
    ...WHEN_ONLINE,
  });
}
