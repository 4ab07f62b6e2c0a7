import { cn } from "@/lib/cn";
import { countText } from "@/lib/format/counts";
import { useFacet } from "../facets/facet-context";

interface Props {
  rows: number;
  /** The sum of the rows' amounts, where any is known: touch screens have room for it, others show it as a tooltip. */
  sum: string | undefined;
  /** Shows 0 faintly, where everything that matches is counted. */
  showsZero?: boolean;
}

export function RowCount({ rows, sum, showsZero = false }: Props) {
  const { approximate } = useFacet();
  return (
    // A longer number begins further left, and mounting it again counts as no layout shift.
    <span
      key={`${rows} ${sum}`}
      title={sum}
      className="text-right text-11 whitespace-nowrap text-text-3 in-data-touch:text-13"
    >
      {sum && <span className="hidden pr-3 in-data-touch:inline">{sum}</span>}
      {/* Numbers of up to three digits have one width, so that "only" stays in its place while rows arrive. */}
      <span className={cn("inline-block min-w-5", rows === 0 && "opacity-60")}>
        {(rows > 0 || (showsZero && !approximate)) && countText(rows, approximate)}
      </span>
    </span>
  );
}
