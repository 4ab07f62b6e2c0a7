"use client";

import { useState } from "react";
import { Missing } from "@/components/feed/columns/cells";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { TextField } from "@/components/ui/text-field";
import type { SaveResult } from "@/lib/client/saved/repository";
import { SAVED_LIMITS, type WatchedCompany } from "@/lib/contract/saved";
import { PAGES } from "@/lib/filters/pages";
import { count } from "@/lib/format/counts";
import { exactTime, shortDate } from "@/lib/format/dates";
import { compactUsd } from "@/lib/format/money";
import type { WatchedSummary } from "./watched-summary";

interface Props {
  company: WatchedCompany;
  summary: WatchedSummary;
  onNote: (text: string) => Promise<SaveResult<unknown>>;
  onRemove: () => void;
}

export function CompanyRow({ company, summary: { last, whole }, onNote, onRemove }: Props) {
  const now = useNow();
  const least = whole ? "" : "at least ";
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
          whole ? (
            "none"
          ) : (
            "none owned"
          )
        ) : (
          <>
            {last.text} <span className="text-text-3">{shortDate(last.at, now)}</span>
          </>
        )}
      </td>
      <td data-cell="events" data-end="">
        {last === undefined ? whole ? "0" : <Missing /> : `${least}${count(last.events)}`}
      </td>
      <td data-cell="raised" data-end="">
        {last?.raised == null ? <Missing /> : `${least}${compactUsd(last.raised)}`}
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

/** Saved on Enter, or on blur; Escape restores the previous note. */
function Note({ company, onNote }: Pick<Props, "company" | "onNote">) {
  const [text, setText] = useState(company.note);
  const [error, setError] = useState<string>();
  const save = async () => {
    if (text.trim() === company.note) return;
    const result = await onNote(text.trim());
    setError(result.ok ? undefined : result.message);
  };
  return (
    <>
      <TextField
        aria-label={`Note on ${company.name}`}
        placeholder="Add a note"
        value={text}
        maxLength={SAVED_LIMITS.note}
        aria-invalid={error !== undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setText(company.note);
        }}
      />
      <span role="alert" className="save-view-refused">
        {error}
      </span>
    </>
  );
}
