"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";

/** Copies a text to the clipboard, and says that it did. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [said, setSaid] = useState(label);
  return (
    <Button
      onClick={() => {
        navigator.clipboard.writeText(text()).then(
          () => setSaid("Copied"),
          () => setSaid("Not copied"),
        );
      }}
    >
      {said}
    </Button>
  );
}
