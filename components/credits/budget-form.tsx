"use client";
/** The budgets as fields; an empty one is no budget. */
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { BUDGET_PERIODS, type BudgetLimits, type BudgetPeriod, type BudgetsState, readLimit } from "@/lib/api/budgets";
import { putBudgets } from "./put-budgets";

const TITLES: Readonly<Record<BudgetPeriod, string>> = {
  session: "Credits in a session",
  day: "Credits in a day",
  month: "Credits in a month",
};

interface Props {
  limits: BudgetLimits;
  onSaved: (state: BudgetsState) => void;
  onCancel: () => void;
}

export function BudgetForm({ limits, onSaved, onCancel }: Props) {
  const id = useId();
  const [texts, setTexts] = useState<Readonly<Record<BudgetPeriod, string>>>({
    session: String(limits.session ?? ""),
    day: String(limits.day ?? ""),
    month: String(limits.month ?? ""),
  });
  const [wrong, setWrong] = useState<BudgetPeriod>();
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    const read = { session: limitOf(texts.session), day: limitOf(texts.day), month: limitOf(texts.month) };
    const { session, day, month } = read;
    setWrong(BUDGET_PERIODS.find((period) => read[period] === undefined));
    if (session === undefined || day === undefined || month === undefined) return;
    setProblem(undefined);
    setSaving(true);
    const reply = await putBudgets({ session, day, month });
    setSaving(false);
    if (typeof reply === "string") setProblem(reply);
    else onSaved(reply);
  }

  return (
    <form className="credits-form" onSubmit={(event) => void save(event)}>
      {BUDGET_PERIODS.map((period, index) => (
        <div key={period}>
          <label htmlFor={`${id}-${period}`}>{TITLES[period]}</label>
          <TextField
            id={`${id}-${period}`}
            inputMode="numeric"
            placeholder="No limit"
            // The button that had the focus is gone.
            autoFocus={index === 0}
            value={texts[period]}
            aria-invalid={wrong === period || undefined}
            aria-describedby={wrong === period ? `${id}-wrong` : undefined}
            onChange={(event) => setTexts({ ...texts, [period]: event.target.value })}
          />
          {wrong === period && (
            <p id={`${id}-wrong`} role="alert" className="text-12 text-bad-text">
              A budget is a whole number of credits, 1 or more; leave it empty for none.
            </p>
          )}
        </div>
      ))}
      <p className="credits-hint">Days and months are those of UTC.</p>
      {problem !== undefined && (
        <p role="alert" className="text-12 text-bad-text">
          {problem}
        </p>
      )}
      <div className="credits-form-ways">
        <Button type="submit" disabled={saving}>
          Save budgets
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** `1,000` and `1 000` are read as they are written here; undefined for what is no budget. */
function limitOf(text: string): number | null | undefined {
  const digits = text.replaceAll(/[,\s]/g, "");
  if (digits === "") return null;
  return /^\d+$/.test(digits) ? readLimit(Number(digits)) : undefined;
}
