/** Tells the service, which runs the importer for a page, how far an import is and what it did. */
import { ProblemGroups } from "../imports/problems";
import type { Report } from "./report";

/** A page lists so many groups of problems. */
const LISTED = 100;
const EVERY_MS = 300;

export function parentReport(send: (message: unknown) => void): Report {
  const [refused, dropped] = [new ProblemGroups(), new ProblemGroups()];
  let sentAt = 0;
  return {
    rowRejected: ({ line, reason }) => refused.add(reason, line),
    valuesDropped: (line, values) => {
      for (const { field, value, reason } of values) dropped.add(reason, line, { field, value });
    },
    progress: ({ rows }, share) => {
      if (Date.now() - sentAt < EVERY_MS) return;
      sentAt = Date.now();
      send({ type: "progress", rows: rows.read, share });
    },
    end: ({ import: importId, totals, seconds }) => {
      const { rows, companies, investors, people } = totals;
      const groups = { refused: refused.list(LISTED), dropped: dropped.list(LISTED) };
      send({ type: "end", importId, report: { rows, companies, investors, people, seconds, ...groups } });
    },
  };
}
