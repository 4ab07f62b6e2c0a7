/** Reports an import as one JSON object. */
import type { ConflictingRow } from "../import-rows";
import { type ProblemGroup, ProblemGroups } from "../imports/problems";
import type { ImportHeading, Print, Report } from "./report";

const LISTED_CONFLICTS = 20;
/** Beyond this many different values a column needs another rule. */
const MOST_VALUES = 2_000;

/** Prints refused rows as they come, which takes no memory; conflicting rows and values left out are kept up to a limit. */
export function jsonReport(heading: ImportHeading, print: Print): Report {
  const { proposal, usedMap, ...named } = heading;
  const conflicts: ConflictingRow[] = [];
  const dropped = new ProblemGroups();
  let started = false;
  return {
    refused: ({ line, reason }) => {
      print(`${started ? ",\n" : '{"refusals":['}${JSON.stringify({ line, reason })}`);
      started = true;
    },
    dropped: (line, values) => {
      for (const { field, value, reason } of values) dropped.add(reason, line, { field, value });
    },
    conflicting: (conflict) => {
      if (conflicts.length < LISTED_CONFLICTS) conflicts.push(conflict);
    },
    end: ({ totals, values: notes, ...end }) => {
      const { dropped: values, ...counts } = totals;
      const rest = {
        ...{ conflicts, ...named, ...counts, ...end },
        dropped: { values, groups: dropped.list(MOST_VALUES).flatMap(droppedGroup) },
        split: notes.split(MOST_VALUES).map(withValue),
        lists: [...notes.lists(MOST_VALUES), ...notes.doubts(MOST_VALUES)].map(withValue),
        nothing: notes.nothing(MOST_VALUES).map(withValue),
        unmapped: proposal?.unmapped ?? [],
        proposed: proposal === null ? null : { map: proposal.map, columns: proposal.columns },
      };
      print(`${started ? "" : '{"refusals":['}],${JSON.stringify(rest).slice(1)}\n`);
    },
  };
}

function withValue({ left, rows, line, problem }: ProblemGroup) {
  return { ...left, rows, line, problem };
}

/** A rule of the map may say what is in `add`, so that the value is read. */
function droppedGroup({ left, problem: reason, rows, line }: ProblemGroup) {
  if (left === undefined) return [];
  const { field, value } = left;
  const add = `to the rule of ${field}: "values": { ${JSON.stringify(value)}: null }, with the value that is meant instead of null`;
  return [{ field, value, reason, rows, line, add }];
}
