import { PriceText } from "@/components/ui/prices/price-text";
import { FREE } from "@/lib/format/price";
import type { FoundCompany } from "./row-search";

const FOUND_BOX =
  "absolute top-[calc(100%+4px)] right-0 z-popover w-80 rounded-3 bg-surface-pop p-1 text-12/5 shadow-pop";

interface Props {
  id: string;
  companies: readonly FoundCompany[];
  /** The field names this one of them. */
  at: number;
  onChoose: (company: FoundCompany) => void;
}

export function FoundCompanies({ id, companies, at, onChoose }: Props) {
  return (
    <div className={FOUND_BOX}>
      <p id={`${id}-price`} className="px-2 py-1 text-text-2">
        Choose one for all of its rows, <PriceText price={FREE} />
      </p>
      <div id={id} role="listbox" aria-label="Companies" aria-describedby={`${id}-price`}>
        {companies.map((company, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={company.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className="flex h-row-menu cursor-pointer items-center gap-3 rounded-2 px-2 whitespace-nowrap hover:bg-surface-hover aria-selected:bg-surface-hover"
            // The press is handled before the field loses the focus, which closes the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(company)}
          >
            <span className="truncate font-medium text-text-1">{company.name}</span>
            <span className="ml-auto truncate text-text-2">{company.domain}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
