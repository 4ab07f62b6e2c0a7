"use client";
/** Edits the companies of a batch: each row names one company by one of the selectors. */

import { BATCH, SELECTORS } from "@dealflow/contract/timeline";
import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { FIELD, TextField } from "@/components/ui/forms/text-field";
import { IconButton } from "@/components/ui/icon-button";
import { cn } from "@/lib/cn";
import { type CompanyRow, EMPTY_ROW } from "./draft";
import { useTry } from "./try-state";

export function CompaniesField({ name }: { name: string }) {
  const { draft, change, isWrong } = useTry();
  const rows = draft.companies;
  const set = (companies: readonly CompanyRow[]) => change({ ...draft, companies });
  const put = (index: number, row: CompanyRow) => set(rows.map((other, at) => (at === index ? row : other)));
  return (
    <>
      <ul className="mb-1 grid gap-1">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its position
          <li key={index} className="grid grid-cols-[100px_minmax(0,1fr)_auto] gap-1">
            <select
              aria-label={`Company ${index + 1}, selector`}
              className={cn(FIELD, "cursor-pointer")}
              value={row.by}
              onChange={(event) => {
                const chosen = SELECTORS.find(({ param }) => param === event.target.value);
                if (chosen !== undefined) put(index, { ...row, by: chosen.param });
              }}
            >
              {SELECTORS.map(({ param }) => (
                <option key={param}>{param}</option>
              ))}
            </select>
            <TextField
              aria-label={`Company ${index + 1}`}
              aria-invalid={isWrong(name) || isWrong(`${name}[${index}]`) || undefined}
              value={row.value}
              onChange={(event) => put(index, { ...row, value: event.target.value })}
            />
            <IconButton
              label={`Remove company ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => set(rows.filter((_, at) => at !== index))}
            >
              <X size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button variant="link" disabled={rows.length >= BATCH.max} onClick={() => set([...rows, EMPTY_ROW])}>
        Add a company
      </Button>
    </>
  );
}
