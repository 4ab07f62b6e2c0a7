/** Proposes maps for the members of a file, from a sample of their rows. */
import { basename } from "node:path";
import type { Kind } from "../fields";
import type { Member, Source } from "../read/files/source";
import { InputError } from "../read/input";
import { LONGEST_LIST } from "../read/map-row";
import { readSampleRows } from "../read/tables/open-table";
import type { TableOptions } from "../read/tables/table";
import { headerShape, sourceName } from "./header-shape";
import { NO_NAMES, type Proposal, proposeMap } from "./propose-map";

export interface MemberProposal extends Proposal {
  readonly member: Member;
  readonly header: readonly string[];
  /** A map is remembered under this shape. */
  readonly shape: string;
  /** Each sentence says what was noticed about the table. */
  readonly notes: readonly string[];
}

export interface ProposalOptions {
  readonly kind?: Kind | undefined;
  /** These say how the table is read, where that was not detected rightly; the map says it too. */
  readonly table?: Pick<TableOptions, "sheet" | "delimiter" | "headerLine"> | undefined;
}

/** Throws as `openTable` does. The map names the member when the file has several. */
export async function proposeMember(
  source: Source,
  member: Member,
  { kind, table = {} }: ProposalOptions = {},
): Promise<MemberProposal> {
  const { header, titles, rows, notes } = await readSampleRows(member, table);
  const isAlone = source.members.length === 1;
  const proposal = proposeMap({ fileName: isAlone ? source.path : member.name, header, titles, rows, kind });
  const { sheet, delimiter, headerLine } = table;
  const map = {
    ...proposal.map,
    ...(isAlone ? {} : { file: memberPattern(member.name), source: memberSource(source, member) }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(headerLine === undefined ? {} : { header: headerLine }),
  };
  return { ...proposal, map, member, header, notes, shape: headerShape(header) };
}

/** Returns a proposal for each member, the surest first. */
export async function proposeSource(source: Source, options: ProposalOptions = {}): Promise<MemberProposal[]> {
  const proposals: MemberProposal[] = [];
  for (const member of source.members) proposals.push(await proposeMember(source, member, options));
  return proposals.toSorted((a, b) => b.confidence - a.confidence);
}

/** Throws `InputError` when no table of the file has what its kind needs. */
export function requireFields(file: Source, best: MemberProposal | undefined): MemberProposal {
  if (best === undefined) throw new InputError(`${file.path} has no table.`);
  if (best.missing.length === 0) return best;
  const { member, missing, kind, header, assumptions, columns } = best;
  if (columns.every(({ samples }) => samples.length === 0))
    throw new InputError(`${member.label} has no rows below the names of its columns.`);
  const sentences = [
    `${member.label} has no column for ${missing.join(" and ")}, so it cannot be imported as ${kind}; name its columns in a map, or another kind of records.`,
    ...(assumptions.includes(NO_NAMES) ? [NO_NAMES] : []),
    `Its columns are ${header.join(", ").slice(0, LONGEST_LIST)}.`,
  ];
  throw new InputError(sentences.join(" "));
}

/** Digits differ between editions of an archive. */
function memberPattern(name: string): string {
  return basename(name).replace(/\d{2,}/g, "*");
}

function memberSource(source: Source, member: Member): string {
  const [archive, name] = [sourceName(source.path), sourceName(member.name)];
  return archive === name ? name : `${archive}-${name}`.slice(0, 60);
}
