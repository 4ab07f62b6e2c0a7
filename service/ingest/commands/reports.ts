/** Creates the reports that the arguments of an import ask for. */
import type { FileArguments } from "../arguments/arguments";
import { problemFile, refusedFile } from "../report/file-reports";
import { jsonReport } from "../report/json-report";
import { ParentReport } from "../report/parent-report";
import { combineReports, type ImportHeading, type Report } from "../report/report";
import { textReport } from "../report/text-report";
import type { OpenedPart } from "./open-file";

/** Reports the parts of one command, of which most have one: then the JSON object is that of the part. */
export class CommandReports {
  readonly #parent: ParentReport | undefined;
  #begun = 0;

  constructor(
    private readonly args: FileArguments,
    private readonly parts: number,
  ) {
    if (process.send !== undefined) this.#parent = new ParentReport((message) => void process.send?.(message), parts);
  }

  /** Begins the report of the next part. Throws `InputError` when a file for problems cannot be written. */
  begin(part: OpenedPart): Required<Report> {
    const { args, parts } = this;
    const isFirst = this.#begun === 0;
    const file = { isFirst, part: parts === 1 ? null : part.name };
    const reports = [
      ...(args.report === undefined ? [] : [problemFile(args.report, file)]),
      ...(args.refused === undefined ? [] : [refusedFile(args.refused, part.header, file)]),
      ...(this.#parent === undefined ? [] : [this.#parent]),
    ];
    if (args.json && parts > 1) print(isFirst ? '{"parts":[\n' : ",\n");
    this.#begun++;
    const heading = getHeading(args, part, parts);
    return combineReports([
      ...reports,
      args.json ? jsonReport(heading, print) : textReport(heading, print, args.report),
    ]);
  }

  /** Ends the report of the command, also when not all parts were imported. */
  close(): void {
    if (this.args.json && this.parts > 1) print("]}\n");
    this.#parent?.close();
  }
}

function getHeading(args: FileArguments, { map, proposal, source, member, name }: OpenedPart, parts: number) {
  return {
    file: parts === 1 ? args.file : name,
    format: map === null ? "jsonl" : member.format,
    kind: map?.kind ?? null,
    map: args.map ?? null,
    usedMap: map,
    proposal,
    source,
    dryRun: args.dryRun,
  } satisfies ImportHeading;
}

function print(text: string): void {
  process.stdout.write(text);
}
