/** Finds the newest owned event of each company among all kinds. */

import type { AcquisitionRecord, CompanyRecord, ExecMoveRecord, FundingRecord } from "@dealflow/client/records";
import { compareDates } from "@dealflow/contract/records/periods";
import { ROUNDS } from "@dealflow/contract/values/events";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listedTitle } from "@/lib/format/listed-title";
import { compactMoney, roundMoney } from "@/lib/format/money";
import { usePaysOnce, watchedEventsQuery } from "@/lib/queries/owned/owned";

export interface LastEvent {
  /** The text is such as `Series A, $12.0m`. */
  readonly text: string;
  readonly at: string;
  /** All known events are counted. */
  readonly events: number;
  /** The sum is in US dollars over the rounds with an amount; null when there is none. */
  readonly raised: number | null;
}

interface Events {
  readonly rounds: readonly FundingRecord[];
  readonly deals: readonly AcquisitionRecord[];
  readonly moves: readonly ExecMoveRecord[];
}

/** Returns the events by the ids of the watched companies that have one; undefined while they are being read. */
export function useLastEvents(): ReadonlyMap<string, LastEvent> | undefined {
  const { data, isLoading } = useQuery({ ...watchedEventsQuery(), enabled: usePaysOnce() });
  const events = useMemo(
    () =>
      new Map(
        data?.flatMap(({ id, events, raisedUsd, latest }): [string, LastEvent][] => {
          const only = { rounds: [], deals: [], moves: [] };
          const last = lastEvents(
            latest.feed === "funding"
              ? { ...only, rounds: [latest.record] }
              : latest.feed === "acquisitions"
                ? { ...only, deals: [latest.record] }
                : { ...only, moves: [latest.record] },
          ).get(id);
          return last === undefined ? [] : [[id, { ...last, events, raised: raisedUsd }]];
        }),
      ),
    [data],
  );
  return isLoading ? undefined : events;
}

/**
 * Returns the events by the id of each company that has a role in them; an event in which it has two is counted once.
 */
export function lastEvents({ rounds, deals, moves }: Events): ReadonlyMap<string, LastEvent> {
  const last = new Map<string, LastEvent>();
  const note = (company: CompanyRecord | null, at: string | null, text: string, again = false, usd?: number | null) => {
    if (!company?.id || at === null) return;
    const known = last.get(company.id);
    const newest = known === undefined || compareDates(at, known.at) > 0 ? { text, at } : known;
    const raised = usd == null ? (known?.raised ?? null) : (known?.raised ?? 0) + usd;
    last.set(company.id, { ...newest, events: (known?.events ?? 0) + (again ? 0 : 1), raised });
  };
  for (const record of rounds) {
    const { company, announcedAt, round, amountUsd } = record;
    const title = round ? listedTitle(ROUNDS, round) : "Round not stated";
    note(company, announcedAt, `${title}, ${compactMoney(roundMoney(record)) ?? "undisclosed"}`, false, amountUsd);
  }
  for (const { target, acquirer, isMerger, announcedAt } of deals) {
    const word = isMerger ? "Merged with" : "Acquired by";
    note(target, announcedAt, `${word} ${acquirer?.name ?? "an unnamed company"}`);
    note(acquirer, announcedAt, `Acquired ${target?.name ?? "an unnamed company"}`, target?.id === acquirer?.id);
  }
  for (const { company, fromCompany, person, role, announcedAt } of moves) {
    const who = [person?.name, role].filter(Boolean).join(", ") || "Exec move";
    note(company, announcedAt, who);
    note(fromCompany, announcedAt, who, company?.id === fromCompany?.id);
  }
  return last;
}
