"use client";

import { type Invited, LINK_HOURS, type Role, WORKSPACES } from "@dealflow/contract/account/people";
import { useState } from "react";
import { useAccountForm } from "@/components/shell/account-form";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { Segmented } from "@/components/ui/segmented";
import { emailProblem } from "@/lib/client/person-rules";

interface Props {
  onInvited: (invited: Invited) => void;
  onClose: () => void;
}

const ROLES: readonly { value: Role; title: string }[] = [
  { value: "member", title: "Member" },
  { value: "owner", title: "Owner" },
];

const DAYS = LINK_HOURS.invitation / 24;

export function InviteDialog({ onInvited, onClose }: Props) {
  const [role, setRole] = useState<Role>("member");
  const form = useAccountForm({
    endpoint: WORKSPACES.invite,
    fields: { email: emailProblem },
    also: { role },
    invalidates: [WORKSPACES.invitations],
    onDone: (invited) => {
      onClose();
      onInvited(invited);
    },
  });
  return (
    <FormDialog title="Invite someone" submit="Invite" status={form} onSubmit={form.form.onSubmit} onClose={onClose}>
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
    </FormDialog>
  );
}
