/** Rounds added up: what had been raised by when. */

export interface Round {
  /** ISO-8601. */
  readonly date: string;
  /** Whole US dollars; null when undisclosed. */
  readonly usd: number | null;
  readonly label: string;
}

export interface Step extends Round {
  readonly time: number;
  /** Raised before and after this round. */
  readonly from: number;
  readonly to: number;
}

/** The rounds from the first to the last; an undisclosed one is a step of no height. Dates that are none are left out. */
export function stepsOf(rounds: readonly Round[]): Step[] {
  let raised = 0;
  return rounds
    .map((round) => ({ ...round, time: Date.parse(round.date) }))
    .filter((round) => !Number.isNaN(round.time))
    .sort((a, b) => a.time - b.time)
    .map((round) => {
      const from = raised;
      raised += round.usd ?? 0;
      return { ...round, from, to: raised };
    });
}
