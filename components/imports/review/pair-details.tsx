/** Shows two records side by side, why they may be one, and the buttons that decide it. */
import {
  DUPLICATE_FEEDS,
  type DuplicateKind,
  type DuplicateList,
  type DuplicatePair,
  type DuplicateVerdict,
} from "@dealflow/contract/account/duplicates";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { KeyCap } from "@/components/ui/marks/key-cap";
import { companyAddress, investorAddress } from "@/lib/client/timelines/addresses";
import { formatCount, percent } from "@/lib/format/counts";
import { RecordComparison } from "./record-comparison";
import { KIND_WORDS, VERDICT_TITLES } from "./words";

interface Props {
  pair: DuplicatePair;
  rules: DuplicateList["rules"];
  isDecided: boolean;
  isPending: boolean;
  onDecide: (verdict: DuplicateVerdict) => void;
  onUndo: () => void;
}

export function PairDetails({ pair, rules, isDecided, isPending, onDecide, onUndo }: Props) {
  const { kind, left, right, because, score, verdict, merged: merge } = pair;
  const { noun, merged, explained } = KIND_WORDS[kind];
  return (
    <section aria-label={`${left.name} and ${right.name}`} className="min-w-0">
      <h2 className="text-15 font-semibold wrap-anywhere">{merge ?? `${left.name} / ${right.name}`}</h2>
      <p className="mt-1 text-text-2">
        {isDecided && verdict !== null ? `${VERDICT_TITLES[verdict]}. ` : ""}
        {explained(percent(score))}: {because.join("; ")}.
      </p>
      <Agreement rule={pair.rule} rules={rules} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {isDecided ? (
          <Button disabled={isPending} aria-keyshortcuts="u" onClick={onUndo}>
            Undo
          </Button>
        ) : (
          <>
            <Button variant="primary" disabled={isPending} aria-keyshortcuts="s" onClick={() => onDecide("same")}>
              Same {noun}
            </Button>
            <Button disabled={isPending} aria-keyshortcuts="d" onClick={() => onDecide("different")}>
              Different
            </Button>
            {verdict === null && (
              <Button disabled={isPending} aria-keyshortcuts="l" onClick={() => onDecide("later")}>
                Later
              </Button>
            )}
            <span className="text-12 text-text-2 max-tablet:hidden">
              <KeyCap>s</KeyCap> same, <KeyCap>d</KeyCap> different, <KeyCap>l</KeyCap> later, <KeyCap>j</KeyCap>{" "}
              <KeyCap>k</KeyCap> move
            </span>
          </>
        )}
      </div>
      <p className="mt-2 max-w-measure text-12 text-text-2">
        The same {noun} becomes one record: {merged}, anyone who bought either owns it, and both ids lead to it. You can
        undo that here.
      </p>
      <RecordComparison
        feed={DUPLICATE_FEEDS[kind]}
        first={compared(kind, left)}
        second={merge === null ? compared(kind, right) : undefined}
      />
    </section>
  );
}

function compared(kind: DuplicateKind, { id, record, sources, events }: DuplicatePair["left"]) {
  const page = getPage(kind, id);
  const known = sources.length === 0 ? "no source" : sources.join(", ");
  return {
    id,
    record,
    title: (
      <>
        {page === undefined ? known : `${formatCount(events, "event")} of ${known}`}
        {page !== undefined && (
          <TextLink href={page} className="block w-fit">
            Open the {KIND_WORDS[kind].noun}
          </TextLink>
        )}
      </>
    ),
  };
}

/** Events have no page of their own. */
function getPage(kind: DuplicateKind, id: string): string | undefined {
  if (kind === "company") return companyAddress(id);
  return kind === "investor" ? investorAddress({ id, name: null }) : undefined;
}

/** Tells how often people agreed with a rule. */
function Agreement({ rule, rules }: { rule: string; rules: DuplicateList["rules"] }) {
  const found = rules.find((one) => one.rule === rule);
  if (found === undefined || found.same + found.different === 0) return null;
  const decided = found.same + found.different;
  return (
    <p className="mt-1 text-12 text-text-2">
      Of {formatCount(decided, "decided pair")} that this rule found, {percent(found.same / decided)} were the same{" "}
      {KIND_WORDS[found.kind].noun}.
    </p>
  );
}
