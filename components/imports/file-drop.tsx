/** Takes a file that is dropped or chosen, and sends it. */
import type { ImportFile } from "@dealflow/contract/account/imports/imports";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { percent } from "@/lib/format/counts";
import { sendFile } from "@/lib/queries/imports";
import { fileSize } from "./words";

interface Props {
  /** One of these that was sent in part is continued. */
  files: readonly ImportFile[];
  formats: string;
  onSent: (file: ImportFile) => void;
}

export function FileDrop({ files, formats, onSent }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<ImportFile>();
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const hint = useId();

  async function send(file: File | undefined) {
    if (file === undefined || sending !== undefined) return;
    setProblem(undefined);
    if (file.size === 0) {
      setProblem(`${file.name} is empty.`);
      return;
    }
    const known = files.find(
      ({ name, bytes, state }) => state === "receiving" && name === file.name && bytes === file.size,
    );
    try {
      onSent(await sendFile(file, known, setSending));
    } catch (error) {
      setSending(undefined);
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way for the button inside
    <div
      className={cn(
        "flex min-h-40 flex-col items-center justify-center gap-2 rounded-3 border border-dashed border-line-button px-gutter py-6 text-center",
        isOver && "border-accent bg-surface-hover",
      )}
      data-testid="file-drop"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void send(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        onChange={(event) => {
          void send(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {sending === undefined ? (
        <>
          <p className="text-15 font-medium">Drop a file here</p>
          <Button variant="primary" aria-describedby={hint} onClick={() => input.current?.click()}>
            Choose a file
          </Button>
          <p id={hint} className="max-w-[560px] text-12 text-text-2">
            {formats}. Its columns are recognized, and you see what will happen before anything is stored. Every import
            can be undone.
          </p>
        </>
      ) : (
        <>
          <p role="status">
            Sending {sending.name}: {percent(sending.received / sending.bytes)} of {fileSize(sending.bytes)}
          </p>
          <progress
            className="w-60"
            max={sending.bytes}
            value={sending.received}
            aria-label={`Sent of ${sending.name}`}
          />
        </>
      )}
      {problem !== undefined && (
        <p role="alert" className="text-bad-text">
          {problem}
        </p>
      )}
    </div>
  );
}
