/** Creates the reports that the arguments of an import ask for. */
import type { FileArguments } from "../arguments";
import { problemFile, refusedFile } from "../report/file-reports";
import { jsonReport } from "../report/json-report";
import { parentReport } from "../report/parent-report";
import { combineReports, type ImportHeading, type Report } from "../report/report";
import { textReport } from "../report/text-report";
import type { OpenedFile } from "./open-file";

export function createReports(args: FileArguments, file: OpenedFile): Required<Report> {
  const { map, proposal, source, header } = file;
  const heading: ImportHeading = {
    file: args.file,
    format: map === null ? "jsonl" : file.member.format,
    kind: map?.kind ?? null,
    map: args.map ?? null,
    usedMap: map,
    proposal,
    source,
    dryRun: args.dryRun,
  };
  const print = (text: string) => void process.stdout.write(text);
  return combineReports([
    ...(args.report === undefined ? [] : [problemFile(args.report)]),
    ...(args.refused === undefined ? [] : [refusedFile(args.refused, header)]),
    ...(process.send === undefined ? [] : [parentReport((message) => void process.send?.(message))]),
    args.json ? jsonReport(heading, print) : textReport(heading, print, args.report),
  ]);
}
