/** Shows texts that are returned only once, as the result of a dialog, so that they can be copied. */
import type { ReactNode } from "react";
import { Button } from "./button";
import { CopyButton } from "./copy-button";

interface Props {
  words: ReactNode;
  onClose: () => void;
  children?: ReactNode;
}

export function ShownOnce({ words, onClose, children }: Props) {
  return (
    <>
      {/* The focused element is gone, so the focus goes here: the sentence is read out, and Tab leads to the copy button. */}
      <p className="mt-2 text-text-2 outline-none" tabIndex={-1} ref={(text) => text?.focus()}>
        {words}
      </p>
      {children}
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}

export function CopiedText({ label, text, what }: { label: string; text: string; what: string }) {
  return (
    <div className="mt-3.5">
      <p className="mb-1 flex justify-between text-12 font-medium">
        {label}
        <CopyButton text={text} what={what} />
      </p>
      <code className="block rounded-2 bg-surface-well px-2.5 py-2 font-mono text-12 wrap-anywhere select-all">
        {text}
      </code>
    </div>
  );
}
