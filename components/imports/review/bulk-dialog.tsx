"use client";
/** Decides the likeliest open pairs of one rule together. */
import {
  DUPLICATES,
  type DuplicateKind,
  type DuplicateList,
  type DuplicateVerdict,
} from "@dealflow/contract/account/duplicates";
import { useState } from "react";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { notify } from "@/components/ui/hooks/notify";
import { Radio } from "@/components/ui/radio";
import { Segmented } from "@/components/ui/segmented";
import { count, formatCount } from "@/lib/format/counts";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { KIND_WORDS, VERDICT_TITLES } from "./words";

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

export function BulkDialog({ kind, rules, onClose }: Props) {
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
          // biome-ignore lint/a11y/noLabelWithoutControl: the button in it is ours
          <label key={one.rule} className="flex items-center gap-2">
            <Radio name="rule" checked={one.rule === rule} onChange={() => setRule(one.rule)} />
            {one.rule} <span className="text-12 text-text-2">{count(one.open)} open</span>
          </label>
        ))}
      </fieldset>
      <LabelledField
        label={KIND_WORDS[kind].least}
        hint="In percent"
        inputMode="numeric"
        autoComplete="off"
        value={least}
        problem={share === undefined ? "Enter a whole number from 0 to 100." : undefined}
        onChange={(event) => setLeast(event.target.value.trim())}
      />
      <Segmented label="Decision" options={VERDICTS} value={verdict} onChange={setVerdict} />
    </FormDialog>
  );
}
