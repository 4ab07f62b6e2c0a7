import { CopyButton } from "@/components/ui/copy-button";

/** A text to copy, with its label. */
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
