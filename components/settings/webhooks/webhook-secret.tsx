"use client";

import type { NewWebhookSecret } from "@dealflow/contract/account-webhooks";
import { Button } from "@/components/ui/button";
import { CopiedText } from "../copied-text";

/** The signing secret as it is shown once. */
export function WebhookSecret({ of, onClose }: { of: NewWebhookSecret; onClose: () => void }) {
  return (
    <>
      {/* What had the focus is gone; from here on it is read out, and the next key leads to copying. */}
      <p className="mt-2 text-text-2 outline-none" tabIndex={-1} ref={(words) => words?.focus()}>
        Copy the secret now and verify deliveries with it. You won't be able to see it again.
      </p>
      <CopiedText label="Secret" text={of.secret} what="the secret" />
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
