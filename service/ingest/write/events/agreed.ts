/**
 * Decides between sources that state different values of one event: the source that the operator trusts most decides, of equals the
 * value that most of them state, and of equally many the one of the source that reported the event first.
 */
import type { Announced } from "@/service/records/announced";
import type { Statement } from "../../statement";
import type { Money } from "../../values/amounts";
import { type Amounts, mergeAmount } from "./money";
import { mergeAnnounced } from "./stored-event";

/** Two sources that differ are equally many, so the rule needs three. */
export const LEAST_SOURCES = 3;

/** Holds what one source states of an event: a row about several people is several statements. */
export interface SourceStatement {
  /** The place of the source in the operator's order; equal for all that are not in it. */
  readonly place: number;
  readonly statements: readonly Statement[];
}

interface Ranked<Stated> {
  readonly place: number;
  readonly stated: Stated;
}

/** Reads a value of a statement, and puts it into the facts of the event. */
interface AgreedPart<Stated, Facts> {
  /** Equal texts are one value; null when nothing is stated. */
  readonly text: (stated: Stated) => string | null;
  readonly take: (facts: Facts, chosen: Stated, all: readonly Stated[]) => Facts;
}

export type AgreedParts<Stated, Facts> = Readonly<Record<string, AgreedPart<Stated, Facts>>>;

/** @param sources in the order in which they first reported the event */
export function agreedFacts<Stated, Facts>(
  facts: Facts,
  sources: readonly Ranked<Stated>[],
  parts: AgreedParts<Stated, Facts>,
): Facts {
  const all = sources.map(({ stated }) => stated);
  return Object.values(parts).reduce((known, { text, take }) => {
    const chosen = mostStated(sources, text);
    return chosen === undefined ? known : take(known, chosen, all);
  }, facts);
}

function mostStated<Stated>(
  sources: readonly Ranked<Stated>[],
  text: (stated: Stated) => string | null,
): Stated | undefined {
  const stating = sources.filter(({ stated }) => text(stated) !== null);
  const best = Math.min(...stating.map(({ place }) => place));
  const trusted = stating.filter(({ place }) => place === best).map(({ stated }) => stated);
  const votes = (one: Stated) => trusted.filter((other) => text(other) === text(one)).length;
  const most = Math.max(...trusted.map(votes));
  return trusted.find((one) => votes(one) === most);
}

/** Returns the statement of each source; `matches` selects it where a row is several. */
export function ofKind<K extends Statement["kind"]>(
  sources: readonly SourceStatement[],
  kind: K,
  matches: (stated: Extract<Statement, { kind: K }>) => boolean = () => true,
): Ranked<Extract<Statement, { kind: K }>>[] {
  return sources.flatMap(({ place, statements }) => {
    const ofThisKind = statements.filter((one): one is Extract<Statement, { kind: K }> => one.kind === kind);
    const stated = ofThisKind.length === 1 ? ofThisKind[0] : ofThisKind.find(matches);
    return stated === undefined ? [] : [{ place, stated }];
  });
}

/** Equal texts are one amount of one currency. */
export function amountText({ currency, minor, usdCents }: Money): string {
  return `${currency} ${minor ?? usdCents}`;
}

export function agreedAmount<Facts extends Amounts>(): AgreedPart<{ readonly amount: Money | null }, Facts> {
  return {
    text: ({ amount }) => amount && amountText(amount),
    take: (facts, { amount }) => ({ ...facts, ...mergeAmount(facts, amount, true) }),
  };
}

/** A source that is more precise within the period that most state tells more. */
export function agreedDate<Facts extends Announced>(): AgreedPart<Announced, Facts> {
  return {
    text: ({ announcedAt, announcedPrecision }) => `${announcedAt.toISOString()} ${announcedPrecision}`,
    take: (facts, chosen, all) => ({
      ...facts,
      ...all.reduce<Announced>(
        (known, one) => mergeAnnounced(known, one, false),
        mergeAnnounced(undefined, chosen, true),
      ),
    }),
  };
}
