"use client";
/** A key as it is shown once: to copy, and to try. */
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useHost } from "@/lib/client/host";
import type { NewKey } from "@/lib/contract/account-keys";
import { FEEDS, LIMIT_PARAMETER } from "@/lib/contract/feeds";
import { API_KEY_HEADER } from "@/lib/contract/headers";

/** `unread`: it was created, and the response with it could not be read. */
export function NewKeyText({ of, onClose }: { of: NewKey | "unread"; onClose: () => void }) {
  const { apiUrl } = useHost();
  if (of === "unread")
    return (
      <>
        <p role="alert" className="mt-2 text-text-2">
          The key was created but couldn't be displayed. Revoke it and create another.
        </p>
        <Foot onClose={onClose} />
      </>
    );
  const trial = `curl -sS '${apiUrl}${FEEDS.funding.path}?${LIMIT_PARAMETER}=1' -H '${API_KEY_HEADER}: ${of.text}'`;
  return (
    <>
      {/* What had the focus is gone; from here on it is read out, and the next key leads to copying. */}
      <p className="mt-2 text-text-2 outline-none" tabIndex={-1} ref={(words) => words?.focus()}>
        Copy <b>{of.key.name}</b> now. You won't be able to see it again.
      </p>
      <Copied label="Key" text={of.text} what="the key" />
      <Copied label="To try it, for up to 1 credit" text={trial} what="the command" />
      <Foot onClose={onClose} />
    </>
  );
}

function Copied({ label, text, what }: { label: string; text: string; what: string }) {
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

function Foot({ onClose }: { onClose: () => void }) {
  return (
    <div className="mt-4 flex justify-end">
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}
