/** Shows one value of a list: its box, flag, title, "only", and how many owned rows have it. */
import { memo } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Flag } from "@/components/ui/marks/flag";
import { Radio } from "@/components/ui/radio";
import { RowCount } from "./row-count";

interface ChoiceProps {
  value: string;
  title: string;
  flag?: string | undefined;
  chosen: boolean;
  /** The list takes one value. */
  single: boolean;
  /** Toggles the value; with `only` it becomes the only one. */
  choose(value: string, only: boolean): void;
}

interface ValueRowProps extends ChoiceProps {
  /** This many rows have the value; 0 is left blank, or shown faintly where everything that matches is counted. */
  rows: number;
  sum: string | undefined;
  showsZero: boolean;
}

export const ValueRow = memo(function ValueRow({ rows, sum, showsZero, ...choice }: ValueRowProps) {
  return (
    <div className="group -mx-2 flex h-full items-center gap-2 rounded-2 px-2 hover:bg-text-1/5">
      <Choice {...choice} />
      <RowCount rows={rows} sum={sum} showsZero={showsZero} />
    </div>
  );
});

/** Counts change with every filter, but the choice changes only with a press on its facet. */
const Choice = memo(function Choice({ value, title, flag, chosen, single, choose }: ChoiceProps) {
  const toggle = () => choose(value, false);
  return (
    <>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box in it is ours */}
      <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2 in-data-touch:gap-3">
        {single ? (
          <Radio data-stop="" checked={chosen} onChange={toggle} onClick={chosen ? toggle : undefined} />
        ) : (
          <Checkbox data-stop="" checked={chosen} onChange={toggle} />
        )}
        {flag !== undefined && <Flag code={flag} />}
        <span
          className="truncate text-12 text-text-1 in-data-touch:text-15"
          title={title.length > 24 ? title : undefined}
        >
          {title}
        </span>
      </label>
      {!single && (
        <button
          type="button"
          onClick={() => choose(value, true)}
          aria-label={`Only ${title}`}
          // The button is hidden, also from the tab order, unless its row is hovered or has the focus.
          className="focus-ring hidden cursor-pointer rounded-1 text-11 text-accent-text group-focus-within:block group-hover:block in-data-touch:hidden"
        >
          only
        </button>
      )}
    </>
  );
});
