"use client";

import { SAVED_LIMITS, type WatchedCompany } from "@dealflow/contract/account/saved";
import { useState } from "react";
import { TextField } from "@/components/ui/forms/text-field";
import type { SaveResult } from "@/lib/client/saved/actions";

interface Props {
  company: WatchedCompany;
  onNote: (text: string) => Promise<SaveResult<unknown>>;
}

/** Saves on Enter and on blur; Escape restores the previous note. */
export function Note({ company, onNote }: Props) {
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
