/** Shows a new key or secret as the result of a dialog. */
import type { NewKey } from "@dealflow/contract/account/keys";
import type { NewWebhookSecret } from "@dealflow/contract/account/webhooks";
import { FEEDS, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { CopiedText, ShownOnce } from "@/components/ui/shown-once";
import { useHost } from "@/lib/client/host";

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
