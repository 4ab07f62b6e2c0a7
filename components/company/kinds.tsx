/** Chooses the kinds of event to buy; the number of each is shown where it is known. */
import { useId } from "react";
import { type EventKind, KindMark } from "@/components/charts/marks";
import { Checkbox } from "@/components/ui/checkbox";
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";

export const INCLUDE_KINDS: Readonly<Record<IncludeName, { readonly title: string; readonly kind: EventKind }>> = {
  funding: { title: "Funding", kind: "funding" },
  acquisitions: { title: "Acquisitions", kind: "acquisition" },
  exec_moves: { title: "Exec moves", kind: "exec_move" },
};

interface Props {
  offered: readonly IncludeName[];
  chosen: readonly IncludeName[];
  onChoose: (kinds: readonly IncludeName[]) => void;
  /** The last kind stays chosen. */
  some?: boolean;
  /** The boxes stand in one line. */
  inline?: boolean;
}

export function Kinds({ offered, chosen, onChoose, some = false, inline = false }: Props) {
  const name = useId();
  return (
    <fieldset className={inline ? "mb-2 flex flex-wrap gap-x-5" : undefined}>
      <legend className="sr-only">Kinds of event to include</legend>
      {offered.map((kind) => (
        <label
          key={kind}
          htmlFor={`${name}-${kind}`}
          className="flex h-7 w-fit cursor-pointer items-center gap-2 max-tablet:h-row-touch"
        >
          <Checkbox
            id={`${name}-${kind}`}
            checked={chosen.includes(kind)}
            disabled={some && chosen.length === 1 && chosen.includes(kind)}
            onChange={(event) => {
              const on = event.target.checked;
              onChoose(ALL_KINDS.filter((other) => (other === kind ? on : chosen.includes(other))));
            }}
          />
          <KindMark kind={INCLUDE_KINDS[kind].kind} />
          {INCLUDE_KINDS[kind].title}
        </label>
      ))}
    </fieldset>
  );
}
