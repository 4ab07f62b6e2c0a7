"use client";

import { useState } from "react";
import { Button, type ButtonVariant } from "./button";

interface Props {
  text: string;
  /** Names the copied text for a screen reader, where the label alone does not. */
  what?: string;
  label?: string;
  variant?: ButtonVariant;
}

/** Copies a text to the clipboard, and says whether it did until the text is another. */
export function CopyButton({ text, what, label = "Copy", variant = "link" }: Props) {
  const [copied, setCopied] = useState<{ text: string; done: boolean }>();
  const status = copied?.text !== text ? label : copied.done ? "Copied" : "Not copied";
  return (
    <Button
      variant={variant}
      aria-label={status === label && what !== undefined ? `${label} ${what}` : status}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied({ text, done: true }),
          () => setCopied({ text, done: false }),
        );
      }}
    >
      {status}
    </Button>
  );
}
