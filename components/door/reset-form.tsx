"use client";

import { useState } from "react";
import { Submit, useAccountForm } from "@/components/shell/account-form";
import { PasswordField } from "@/components/ui/password-field";
import { newPasswordProblem, PASSWORD_RULE } from "@/lib/client/person-rules";
import { ACCOUNT } from "@/lib/contract/account";
import { DoorAnchor } from "./door-anchor";
import { DOOR } from "./door-links";
import { WIDE } from "./door-page";
import { resetToken } from "./link-token";

/** Sets a password for whoever opened the page with a link. */
export function ResetForm() {
  const token = resetToken.use();
  const [done, setDone] = useState(false);
  const form = useAccountForm({
    endpoint: ACCOUNT.reset,
    fields: { password: newPasswordProblem },
    also: { token },
    onDone: () => {
      setDone(true);
      resetToken.forget();
    },
  });
  // Another link that is opened meanwhile is another password.
  if (done && token === null)
    return (
      <p role="status" className="mt-4">
        The new password holds, and every session has ended. <DoorAnchor href={DOOR.signIn}>Sign in</DoorAnchor>
      </p>
    );
  if (token === null)
    return (
      <p className="mt-4">
        This page opens with the link that was sent to you: open it once more, or{" "}
        <DoorAnchor href={DOOR.forgot}>ask for another one</DoorAnchor>.
      </p>
    );
  return (
    <form className="door-form" {...form.form}>
      <PasswordField
        {...form.field("password")}
        label="New password"
        autoComplete="new-password"
        hint={`${PASSWORD_RULE} It ends every session of yours.`}
        autoFocus
      />
      <Submit of={form} className={WIDE}>
        Set password
      </Submit>
      {form.problem !== undefined && (
        <p className="text-12">
          <DoorAnchor href={DOOR.forgot}>Ask for another link</DoorAnchor>
        </p>
      )}
    </form>
  );
}
