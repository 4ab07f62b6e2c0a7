"use client";

import { useState } from "react";
import { Missing } from "@/components/feed/columns/cells";
import type { LastEvent } from "@/components/feed/record/last-event";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { TextField } from "@/components/ui/text-field";
import type { Kept } from "@/lib/client/saved/keeper";
import { SAVED_LIMITS, type WatchedCompany } from "@/lib/contract/saved";
import { PAGES } from "@/lib/filters/pages";
import { exactTime, shortDate } from "@/lib/format/dates";

interface Props {
  company: WatchedCompany;
  last: LastEvent | undefined;
  onNote: (text: string) => Promise<Kept<unknown>>;
  onRemove: () => void;
}

export function CompanyRow({ company, last, onNote, onRemove }: Props) {
  const now = useNow();
  return (
    <tr>
      <th scope="row">
        <Link
          className="focus-ring rounded-1 hover:underline"
          href={`${PAGES.companies}/${encodeURIComponent(company.id)}`}
        >
          {company.name}
        </Link>
      </th>
      <td data-cell="domain">{company.domain ?? <Missing />}</td>
      <td data-cell="note">
        <Note key={company.version} company={company} onNote={onNote} />
      </td>
      <td data-cell="last">
        {last === undefined ? (
          "none owned"
        ) : (
          <>
            {last.text} <span className="text-text-3">{shortDate(last.at, now)}</span>
          </>
        )}
      </td>
      <td data-cell="added">
        <time dateTime={company.addedAt} title={exactTime(company.addedAt)}>
          {shortDate(company.addedAt, now)}
        </time>
      </td>
      <td data-cell="change">
        <span className="saved-ways">
          <Button look="quiet" aria-label={`Remove ${company.name}`} onClick={onRemove}>
            Remove
          </Button>
        </span>
      </td>
    </tr>
  );
}

/** Kept on Enter, or when the field is left; Escape brings back what was there. */
function Note({ company, onNote }: Pick<Props, "company" | "onNote">) {
  const [text, setText] = useState(company.note);
  const [refused, setRefused] = useState<string>();
  const keep = async () => {
    if (text.trim() === company.note) return;
    const kept = await onNote(text.trim());
    setRefused(kept.ok ? undefined : kept.message);
  };
  return (
    <>
      <TextField
        aria-label={`Note on ${company.name}`}
        placeholder="Add a note"
        value={text}
        maxLength={SAVED_LIMITS.note}
        aria-invalid={refused !== undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setText(company.note);
        }}
      />
      <span role="alert" className="save-view-refused">
        {refused}
      </span>
    </>
  );
}
