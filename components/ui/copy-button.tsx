"use client";

import { useState } from "react";
import { Button } from "./button";

/** `what`: names what is copied to a screen reader. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState<{ text: string; done: boolean }>();
  const said = copied?.text !== text ? "Copy" : copied.done ? "Copied" : "Not possible";
  return (
    <Button
      look="link"
      aria-label={said === "Copy" ? `Copy ${what}` : said}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied({ text, done: true }),
          () => setCopied({ text, done: false }),
        );
      }}
    >
      {said}
    </Button>
  );
}
