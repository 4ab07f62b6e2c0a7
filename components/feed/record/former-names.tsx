/** Shows the names that a company had before. */
import { useOwnedCompanyNames } from "@/lib/queries/owned/owned";

/** Reads them for free; nothing is shown of a company that no owned record names. */
export function FormerNames({ id }: { id: string | null }) {
  const [company] = useOwnedCompanyNames(id === null ? [] : [id]);
  if (company === undefined || company.formerNames.length === 0) return null;
  return <p className="text-12 wrap-anywhere text-text-2">Formerly {company.formerNames.join(", ")}</p>;
}
