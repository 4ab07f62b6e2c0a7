/** The newest owned event of each company, whatever its kind; costs nothing, since nothing is asked for. */
import { useMemo } from "react";
import type { CompanyRecord } from "@/lib/api/records";
import { useOwned } from "@/lib/client/owned/use-owned";
import { ROUNDS } from "@/lib/contract/values/events";
import { compactUsd } from "@/lib/format/money";
import { titleOf } from "./company";

export interface LastEvent {
  /** `Series A, $12.0m`. */
  readonly text: string;
  readonly at: string;
}

export function useLastEvents(): ReadonlyMap<string, LastEvent> {
  const [rounds, deals, moves] = [useOwned("funding"), useOwned("acquisitions"), useOwned("execMoves")];
  return useMemo(() => {
    const last = new Map<string, LastEvent>();
    const note = (company: CompanyRecord | null, at: string | null, text: string) => {
      const known = company?.id ? last.get(company.id) : undefined;
      if (company?.id && at !== null && (known === undefined || at > known.at)) last.set(company.id, { text, at });
    };
    for (const { record } of rounds) {
      const round = record.round ? titleOf(ROUNDS, record.round) : "Round not stated";
      const amount = record.amountUsd === null ? "undisclosed" : compactUsd(record.amountUsd);
      note(record.company, record.announcedAt, `${round}, ${amount}`);
    }
    for (const { record } of deals) {
      const word = record.isMerger ? "Merged with" : "Acquired by";
      note(record.target, record.announcedAt, `${word} ${record.acquirer?.name ?? "a company not named"}`);
      note(record.acquirer, record.announcedAt, `Acquired ${record.target?.name ?? "a company not named"}`);
    }
    for (const { record } of moves) {
      const who = [record.person?.name, record.role].filter(Boolean).join(", ") || "Exec move";
      note(record.company, record.announcedAt, who);
      note(record.fromCompany, record.announcedAt, who);
    }
    return last;
  }, [rounds, deals, moves]);
}
