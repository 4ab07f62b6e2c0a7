"use client";
/**
 * A field whose text counts when one is done with it (Enter, or leaving it), so that half a number never costs a page.
 * What cannot be read stays as it was typed.
 */
import { useState } from "react";
import { TextField } from "@/components/ui/forms/text-field";

interface EntryFieldProps {
  label: string;
  placeholder: string;
  /** The text of what is in the query. */
  text: string;
  /** Id of the error message, while there is one. */
  problemId?: string | undefined;
  /** Receives the text, trimmed; false: it is invalid. */
  onText(text: string): boolean;
  /** On input: the error may no longer apply. */
  onTyping(): void;
  /** Id of a `datalist` with suggestions. */
  list?: string | undefined;
  inputMode?: "text" | "numeric" | "decimal" | "url";
}

export function EntryField({
  label,
  placeholder,
  text,
  problemId,
  onText,
  onTyping,
  list,
  inputMode,
}: EntryFieldProps) {
  // Valid only as long as the query has the value it had when the typing started.
  const [draft, setDraft] = useState<{ text: string; over: string }>();
  const typed = draft?.over === text ? draft.text : undefined;

  function done() {
    if (typed === undefined) return;
    if (typed.trim() === text || onText(typed.trim())) setDraft(undefined);
  }

  return (
    <TextField
      aria-label={label}
      aria-invalid={problemId === undefined ? undefined : true}
      aria-describedby={problemId}
      placeholder={placeholder}
      list={list}
      inputMode={inputMode}
      value={typed ?? text}
      onChange={(event) => {
        setDraft({ text: event.target.value, over: text });
        onTyping();
      }}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === "Enter") done();
      }}
    />
  );
}

/** The sentence under a field. */
export function Problem({ id, children }: { id: string; children: string | undefined }) {
  return (
    children !== undefined && (
      <p id={id} role="alert" className="mt-1.5 text-12 text-bad-text in-data-touch:text-13">
        {children}
      </p>
    )
  );
}
