/** Lists pairs of records of one kind that may be one, and shows one of them side by side. */
import {
  DUPLICATE_KIND_PARAM,
  DUPLICATE_KINDS,
  DUPLICATE_STATE_PARAM,
  DUPLICATE_STATES,
  DUPLICATES,
  type DuplicateKind,
  type DuplicateList,
  type DuplicateState,
  type DuplicateVerdict,
} from "@dealflow/contract/account/duplicates";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { TextEntry } from "@/components/ui/forms/labelled-field";
import { notify } from "@/components/ui/hooks/notify";
import { Radio } from "@/components/ui/radio";
import { Segmented } from "@/components/ui/segmented";
import { pushAddress, useSearch } from "@/lib/client/address";
import { count, formatCount, percent } from "@/lib/format/counts";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { countOpenPairs, duplicatesQuery, openPairsQuery, readPairChoice } from "@/lib/queries/duplicates";
import { ChoiceList, useChoice, useReviewKeys } from "./choice-list";
import { PairDetails } from "./pair-details";
import { KIND_WORDS, VERDICT_TITLES } from "./words";

const STATE_TITLES: Readonly<Record<DuplicateState, string>> = { open: "Open", later: "Later", decided: "Decided" };
const STATES = DUPLICATE_STATES.map((value) => ({ value, title: STATE_TITLES[value] }));
const EMPTY: Readonly<Record<DuplicateState, string>> = {
  open: "No pair is open. Imports list records here that may be one when nothing proves it.",
  later: "No pair was put off.",
  decided: "No pair has been decided yet.",
};
const CHANGES = {
  invalidates: [DUPLICATES.duplicates],
  // Another pair may be shown by then.
  onError: ({ message }: Error) => notify(message),
} as const;

export function DuplicatesTab({ search }: { search: string }) {
  const { rules } = useSuspenseQuery(openPairsQuery()).data;
  // A decision about the last open pair of a kind does not lead to another kind.
  const [rulesAtFirst] = useState(rules);
  const { kind, state } = readPairChoice(new URLSearchParams(useSearch("/imports/review", search)), rulesAtFirst);
  const kinds = DUPLICATE_KINDS.map((value) => {
    const open = countOpenPairs(rules, value);
    return { value, title: `${KIND_WORDS[value].title}${open === 0 ? "" : ` (${count(open)})`}` };
  });
  const show = (next: DuplicateKind, nextState: DuplicateState) =>
    pushAddress(
      `/imports/review?${new URLSearchParams({ [DUPLICATE_KIND_PARAM]: next, [DUPLICATE_STATE_PARAM]: nextState })}`,
    );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Segmented
          label="Kind"
          variant="underlined"
          options={kinds}
          value={kind}
          onChange={(next) => show(next, state)}
        />
        <Segmented label="State" options={STATES} value={state} onChange={(next) => show(kind, next)} />
      </div>
      <Suspense key={`${kind} ${state}`}>
        <Pairs kind={kind} state={state} />
      </Suspense>
    </>
  );
}

function Pairs({ kind, state }: { kind: DuplicateKind; state: DuplicateState }) {
  const { pairs, rules: all } = useSuspenseQuery(duplicatesQuery(state, kind)).data;
  const rules = all.filter((rule) => rule.kind === kind);
  const { at, item: pair, choose, hold } = useChoice(pairs);
  const [isDecidingMany, setDecidingMany] = useState(false);
  const undo = useAccountMutation(DUPLICATES.undoDuplicate, { ...CHANGES, onSuccess: () => notify("Open again.") });
  const decide = useAccountMutation(DUPLICATES.decideDuplicate, {
    ...CHANGES,
    onSuccess: (_, [{ id, body }]) =>
      notify(`${VERDICT_TITLES[body.verdict]}.`, { label: "Undo", run: () => undo.mutate({ id }) }),
  });
  const { isPending } = combineMutations(decide, undo);
  const isDecided = pair !== undefined && pair.verdict !== null && pair.verdict !== "later";

  function decideAs(verdict: DuplicateVerdict) {
    if (pair === undefined || isPending || isDecided) return;
    hold();
    decide.mutate({ id: pair.id, body: { verdict } });
  }

  function takeBack() {
    if (pair === undefined || isPending) return;
    hold();
    undo.mutate({ id: pair.id });
  }

  useReviewKeys({
    decisions: isDecided
      ? { u: takeBack }
      : { s: () => decideAs("same"), d: () => decideAs("different"), l: () => decideAs("later") },
    move: (by) => choose(at + by),
  });

  if (pair === undefined) return <p className="max-w-measure text-text-2">{EMPTY[state]}</p>;
  return (
    <div className="grid grid-cols-[280px_minmax(0,1fr)] gap-8 max-panel:grid-cols-1">
      <section aria-label="Pairs">
        <div className="mb-2 flex items-center justify-between gap-2">
          <h2 className="font-semibold">
            {formatCount(state === "open" ? countOpenPairs(rules, kind) : pairs.length, "pair")}
          </h2>
          {state === "open" && <Button onClick={() => setDecidingMany(true)}>Decide many…</Button>}
        </div>
        <ChoiceList
          choices={pairs.map((one) => ({
            id: one.id,
            title: one.merged ?? `${one.left.name} / ${one.right.name}`,
            note: one.verdict === null ? KIND_WORDS[kind].score(percent(one.score)) : VERDICT_TITLES[one.verdict],
          }))}
          current={at}
          onChoose={choose}
        />
      </section>
      <PairDetails
        key={pair.id}
        pair={pair}
        rules={rules}
        isDecided={isDecided}
        isPending={isPending}
        onDecide={decideAs}
        onUndo={takeBack}
      />
      {isDecidingMany && <BulkDialog kind={kind} rules={rules} onClose={() => setDecidingMany(false)} />}
    </div>
  );
}

const VERDICTS: readonly { readonly value: DuplicateVerdict; readonly title: string }[] = [
  { value: "same", title: "Same" },
  { value: "different", title: "Different" },
  { value: "later", title: "Later" },
];

interface Props {
  kind: DuplicateKind;
  /** The rules that found pairs of this kind. */
  rules: DuplicateList["rules"];
  onClose: () => void;
}

/** Decides the likeliest open pairs of one rule together. */
function BulkDialog({ kind, rules, onClose }: Props) {
  const open = rules.filter((one) => one.open > 0);
  const [rule, setRule] = useState(open[0]?.rule ?? "");
  const [least, setLeast] = useState("95");
  const [verdict, setVerdict] = useState<DuplicateVerdict>("later");
  const share = /^\d{1,3}$/.test(least) && Number(least) <= 100 ? Number(least) / 100 : undefined;
  const decide = useAccountMutation(DUPLICATES.decideDuplicates, {
    invalidates: [DUPLICATES.duplicates],
    onSuccess: ({ decided }) => {
      notify(`${VERDICT_TITLES[verdict]}: ${formatCount(decided, "pair")}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Decide many pairs"
      submit="Decide"
      status={decide}
      disabled={share === undefined || rule === ""}
      onSubmit={() => share !== undefined && decide.mutate({ body: { kind, rule, minScore: share, verdict } })}
      onClose={onClose}
    >
      <p className="text-text-2">The likeliest pairs are decided, at most 200 at a time. Each can be undone alone.</p>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1 text-12 font-medium">Found by</legend>
        {open.map((one) => (
          <label key={one.rule} className="flex items-center gap-2">
            <Radio name="rule" checked={one.rule === rule} onChange={() => setRule(one.rule)} />
            {one.rule} <span className="text-12 text-text-2">{count(one.open)} open</span>
          </label>
        ))}
      </fieldset>
      <TextEntry
        label={KIND_WORDS[kind].least}
        hint="In percent"
        inputMode="numeric"
        value={least}
        problem={share === undefined ? "Enter a whole number from 0 to 100." : undefined}
        onChange={(text) => setLeast(text.trim())}
      />
      <Segmented label="Decision" options={VERDICTS} value={verdict} onChange={setVerdict} />
    </FormDialog>
  );
}
