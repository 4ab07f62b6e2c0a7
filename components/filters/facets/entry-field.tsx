/**
 * The text of this field applies when typing is done (Enter, or leaving it), so that half a number never costs a
 * page. Text that cannot be read stays as it was typed.
 */
import { useState } from "react";
import { TextField } from "@/components/ui/forms/text-field";

interface EntryFieldProps {
  label: string;
  placeholder: string;
  text: string;
  /** The error message has this id while there is one. */
  problemId?: string | undefined;
  /** Receives the trimmed text; returns false when it is invalid. */
  onText(text: string): boolean;
  /** Is called on input, because the error may no longer apply. */
  onTyping(): void;
  /** The `datalist` with suggestions has this id. */
  list?: string | undefined;
  className?: string;
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
  className,
  inputMode,
}: EntryFieldProps) {
  // The draft is valid only while the query has the value it had when the typing started.
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
      className={className}
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

/** Shows the sentence under a field. */
export function Problem({ id, children }: { id: string; children: string | undefined }) {
  return (
    children !== undefined && (
      <p id={id} role="alert" className="mt-1.5 text-12 text-bad-text in-data-touch:text-13">
        {children}
      </p>
    )
  );
}
