"use client";
/** Shows two companies side by side, why they may be one, and the buttons that decide it. */
import type { DuplicateList, DuplicatePair, DuplicateVerdict } from "@dealflow/contract/account/duplicates";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { Link } from "@/components/ui/link";
import { TEXT_LINK } from "@/components/ui/text-link";
import { cn } from "@/lib/cn";
import { formatCount, percent } from "@/lib/format/counts";
import { RecordComparison } from "./record-comparison";
import { VERDICT_TITLES } from "./words";

interface Props {
  pair: DuplicatePair;
  rules: DuplicateList["rules"];
  isDecided: boolean;
  isPending: boolean;
  onDecide: (verdict: DuplicateVerdict) => void;
  onUndo: () => void;
}

export function PairDetails({ pair, rules, isDecided, isPending, onDecide, onUndo }: Props) {
  const { left, right, because, score, verdict } = pair;
  return (
    <section aria-label={`${left.name} and ${right.name}`} className="min-w-0">
      <h2 className="text-15 font-semibold wrap-anywhere">
        {left.name} / {right.name}
      </h2>
      <p className="mt-1 text-text-2">
        {isDecided && verdict !== null ? `${VERDICT_TITLES[verdict]}. ` : ""}
        The names alone make it {percent(score)} likely: {because.join("; ")}.
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
              Same company
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
        The same company becomes one record: events of both are its events, whoever bought either owns it, and its old
        address leads to it. You can undo that here.
      </p>
      <RecordComparison feed="companies" first={compared(left)} second={compared(right)} />
    </section>
  );
}

function compared({ id, record, sources, events }: DuplicatePair["left"]) {
  const known = sources.length === 0 ? "" : ` of ${sources.join(", ")}`;
  return {
    id,
    record,
    title: (
      <>
        {formatCount(events, "event")}
        {known}
        <Link href={`/companies/${id}`} className={cn(TEXT_LINK, "block w-fit")}>
          Open the company
        </Link>
      </>
    ),
  };
}

/** Tells how often people agreed with a rule. */
function Agreement({ rule, rules }: { rule: string; rules: DuplicateList["rules"] }) {
  const found = rules.find((one) => one.rule === rule);
  if (found === undefined || found.same + found.different === 0) return null;
  const decided = found.same + found.different;
  return (
    <p className="mt-1 text-12 text-text-2">
      Of {formatCount(decided, "decided pair")} that this rule found, {percent(found.same / decided)} were the same
      company.
    </p>
  );
}
