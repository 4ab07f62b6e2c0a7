"use client";
import type { NewKey } from "@dealflow/contract/account-keys";
import { FEEDS, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
/** A key as it is shown once: to copy, and to try. */
import { Button } from "@/components/ui/button";
import { useHost } from "@/lib/client/host";
import { CopiedText } from "./copied-text";

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
      <CopiedText label="Key" text={of.text} what="the key" />
      <CopiedText label="To try it, for up to 1 credit" text={trial} what="the command" />
      <Foot onClose={onClose} />
    </>
  );
}

function Foot({ onClose }: { onClose: () => void }) {
  return (
    <div className="mt-4 flex justify-end">
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}
