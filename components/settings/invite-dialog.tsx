"use client";

import { type Invited, LINK_HOURS, type Role, WORKSPACES } from "@dealflow/contract/account-people";
import { useState } from "react";
import { Submit, useAccountForm } from "@/components/shell/account-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LabelledField } from "@/components/ui/labelled-field";
import { Segmented } from "@/components/ui/segmented";
import { emailProblem } from "@/lib/client/person-rules";

interface Props {
  onInvited: (invited: Invited) => Promise<void>;
  onClose: () => void;
}

const ROLES: readonly { value: Role; title: string }[] = [
  { value: "member", title: "Member" },
  { value: "owner", title: "Owner" },
];

const DAYS = LINK_HOURS.invitation / 24;

export function InviteDialog({ onInvited, onClose }: Props) {
  return (
    <Dialog title="Invite someone" onClose={onClose}>
      {(close) => <InviteForm onInvited={onInvited} close={close} />}
    </Dialog>
  );
}

function InviteForm({ onInvited, close }: { onInvited: Props["onInvited"]; close: () => void }) {
  const [role, setRole] = useState<Role>("member");
  const form = useAccountForm({
    endpoint: WORKSPACES.invite,
    fields: { email: emailProblem },
    also: { role },
    onDone: (invited) => {
      close();
      void onInvited(invited);
    },
  });
  return (
    <form className="mt-3 grid gap-3.5" {...form.form}>
      <LabelledField
        {...form.field("email")}
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        hint={`Single-use link, valid for ${DAYS} days, for this address only.`}
      />
      <Segmented label="Role" options={ROLES} value={role} onChange={setRole} />
      <Submit of={form} beside={<Button onClick={close}>Cancel</Button>}>
        Invite
      </Submit>
    </form>
  );
}
