import { MAX_BUDGET } from "@dealflow/contract/account/spending/budgets";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { useFocusBack } from "@/components/ui/focus";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { TextField } from "@/components/ui/forms/text-field";
import { BUDGET_PERIODS, type BudgetPeriod, parseLimit } from "@/lib/api/budgets";
import { count } from "@/lib/format/counts";

const TITLES: Readonly<Record<BudgetPeriod, string>> = {
  session: "Credits in a session",
  day: "Credits in a day",
  month: "Credits in a month",
};

/** The form covers the periods that are present. */
export type Limits = Readonly<Partial<Record<BudgetPeriod, number | null>>>;

interface Props {
  limits: Limits;
  /** Names the owner of the budgets where it is not obvious, as in `of Teodor Vance`. */
  whose?: string;
  /** Resolves to a sentence when they could not be set. */
  save: (limits: Limits) => Promise<string | undefined>;
  /** This is called when the budgets are set, or left as they are. */
  onClose: () => void;
}

/** Edits budgets as fields; an empty field means no budget. */
export function BudgetForm({ limits, whose, save, onClose }: Props) {
  const id = useId();
  const focusBack = useFocusBack();
  const periods = BUDGET_PERIODS.filter((period) => period in limits);
  const [texts, setTexts] = useState<Readonly<Record<BudgetPeriod, string>>>({
    session: String(limits.session ?? ""),
    day: String(limits.day ?? ""),
    month: String(limits.month ?? ""),
  });
  const [wrong, setWrong] = useState<BudgetPeriod>();
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);

  function close() {
    focusBack();
    onClose();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const read: Partial<Record<BudgetPeriod, number | null>> = {};
    for (const period of periods) {
      const limit = readLimit(texts[period]);
      if (limit === undefined) return setWrong(period);
      read[period] = limit;
    }
    setWrong(undefined);
    setProblem(undefined);
    setSaving(true);
    const error = await save(read);
    if (error === undefined) return close();
    setProblem(error);
    setSaving(false);
  }

  return (
    <form
      className="grid gap-3 border-t border-line py-2.5 in-[td]:border-t-0"
      aria-label={whose === undefined ? "Budgets" : `Budgets ${whose}`}
      onSubmit={(event) => void submit(event)}
    >
      {periods.map((period, index) => (
        <div key={period}>
          <label className="mb-1 block text-12" htmlFor={`${id}-${period}`}>
            {TITLES[period]}
          </label>
          <TextField
            id={`${id}-${period}`}
            inputMode="numeric"
            placeholder="No limit"
            autoFocus={index === 0}
            value={texts[period]}
            aria-invalid={wrong === period || undefined}
            aria-describedby={wrong === period ? `${id}-wrong` : undefined}
            onChange={(event) => setTexts({ ...texts, [period]: event.target.value })}
          />
          {wrong === period && (
            <p id={`${id}-wrong`} role="alert" className="text-12 text-bad-text">
              A budget is a whole number of credits from 1 to {count(MAX_BUDGET)}; leave it empty for none.
            </p>
          )}
        </div>
      ))}
      {periods.includes("day") && <p className="text-12 text-text-2">Days and months are those of UTC.</p>}
      <FormProblem of={{ problem }} />
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={saving}>
          Save budgets
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/**
 * `1,000` and `1 000` are accepted as they are formatted here. An empty text is null; undefined is an invalid entry.
 */
function readLimit(text: string): number | null | undefined {
  const digits = text.replaceAll(/[,\s]/g, "");
  if (digits === "") return null;
  return /^\d+$/.test(digits) ? parseLimit(Number(digits)) : undefined;
}
