import { useFacet } from "./facets/facet-context";

export const WIDENED_HELP = "Only records you own can be filtered exactly.";

/** Shows below the fields of a facet which range applies to records that are not owned. */
export function WidenedNote() {
  const { widened } = useFacet();
  return (
    <p role="status" className="mt-2 text-12 text-text-2 empty:hidden in-data-touch:text-13">
      {widened !== undefined && `Rows you don’t own: ${widened}. ${WIDENED_HELP}`}
    </p>
  );
}
