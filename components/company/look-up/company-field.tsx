/** Offers the companies of owned records, for free, while a person types a company. */
import type { OwnedNames } from "@dealflow/contract/account/spending/purchases";
import { type KeyboardEvent, useId, useState } from "react";
import { matchedFormerName } from "@/components/feed/record/former-name";
import { TextField } from "@/components/ui/forms/text-field";
import { cn } from "@/lib/cn";
import { credits } from "@/lib/format/counts";
import { useOwnedNames } from "@/lib/queries/owned/owned";

const MOST = 6;

type OwnedCompany = OwnedNames["companies"][number];

interface Props {
  id: string;
  value: string;
  help: string;
  invalid: boolean;
  onChange: (text: string) => void;
  /** The company is one of those that were offered. */
  onChoose: (company: OwnedCompany) => void;
}

export function CompanyField({ id, value, help, invalid, onChange, onChoose }: Props) {
  const list = useId();
  const [closed, setClosed] = useState(true);
  const [active, setActive] = useState(-1);
  const offered = useOwnedNames(closed ? "" : value).companies.slice(0, MOST);
  const open = !closed && offered.length > 0;

  function choose(company: OwnedCompany) {
    setClosed(true);
    onChoose(company);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!open) return;
    const chosen = offered[active];
    if (event.key === "Escape") setClosed(true);
    else if (event.key === "Enter" && chosen !== undefined) choose(chosen);
    else if (event.key === "ArrowDown") setActive((active + 1) % offered.length);
    else if (event.key === "ArrowUp") setActive(active <= 0 ? offered.length - 1 : active - 1);
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative">
      <TextField
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={list}
        aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        value={value}
        maxLength={400}
        placeholder="Name, domain, id or profile"
        aria-describedby={help}
        aria-invalid={invalid}
        onKeyDown={onKeyDown}
        onBlur={() => setClosed(true)}
        onChange={(event) => {
          setClosed(false);
          setActive(-1);
          onChange(event.target.value);
        }}
      />
      <div
        id={list}
        role="listbox"
        aria-label="Companies you own"
        hidden={!open}
        className="absolute inset-x-0 top-full z-popover mt-1 overflow-hidden rounded-3 bg-surface-pop py-1 shadow-pop"
      >
        {offered.map((company, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
          <div
            key={company.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={cn(
              "flex min-h-row-menu cursor-pointer items-center gap-3 px-3 text-13 hover:bg-surface-hover max-tablet:min-h-row-touch",
              index === active && "bg-surface-selected",
            )}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(company)}
          >
            <span className="min-w-0 flex-1 truncate">{company.name}</span>
            <span className="max-w-[40%] flex-none truncate text-12 text-text-2">{getAside(company, value)}</span>
            <span className="flex-none text-12 text-text-2">{credits(0)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Names what was found where it is a former name, else the domain. */
function getAside(company: OwnedCompany, typed: string): string | null {
  const former = matchedFormerName(company, typed);
  return former === undefined ? company.domain : `formerly ${former}`;
}
