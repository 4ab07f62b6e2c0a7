"use client";
/** Shows texts that are returned only once, as the result of a dialog, so that they can be copied. */
import type { NewKey } from "@dealflow/contract/account/keys";
import type { NewWebhookSecret } from "@dealflow/contract/account/webhooks";
import { FEEDS, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useHost } from "@/lib/client/host";

interface Props {
  words: ReactNode;
  onClose: () => void;
  children?: ReactNode;
}

function ShownOnce({ words, onClose, children }: Props) {
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

/** `unread` means that the key was created but the response with it could not be read. */
export function newKeyResult(created: NewKey | "unread" | undefined, onClose: () => void) {
  return created && { title: "The new key", content: <NewKeyText of={created} onClose={onClose} /> };
}

/** Shows a key, and a request to try it with. */
function NewKeyText({ of, onClose }: { of: NewKey | "unread"; onClose: () => void }) {
  const { apiUrl } = useHost();
  if (of === "unread")
    return (
      <ShownOnce
        words={<span role="alert">The key was created but couldn't be displayed. Revoke it and create another.</span>}
        onClose={onClose}
      />
    );
  const trial = `curl -sS '${apiUrl}${FEEDS.funding.path}?${LIMIT_PARAMETER}=1' -H '${API_KEY_HEADER}: ${of.text}'`;
  return (
    <ShownOnce
      words={
        <>
          Copy <b>{of.key.name}</b> now. You won't be able to see it again.
        </>
      }
      onClose={onClose}
    >
      <CopiedText label="Key" text={of.text} what="the key" />
      <CopiedText label="To try it, for up to 1 credit" text={trial} what="the command" />
    </ShownOnce>
  );
}

export function WebhookSecret({ of, onClose }: { of: NewWebhookSecret; onClose: () => void }) {
  return (
    <ShownOnce
      words="Copy the secret now and verify deliveries with it. You won't be able to see it again."
      onClose={onClose}
    >
      <CopiedText label="Secret" text={of.secret} what="the secret" />
    </ShownOnce>
  );
}

function CopiedText({ label, text, what }: { label: string; text: string; what: string }) {
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
