"use client";
/** Edits the person's name, address and password, and their preferences about pages. */

import { type Identity, PEOPLE } from "@dealflow/contract/account/people";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Submit, useAccountForm } from "@/components/shell/account-form";
import { ThemeControl } from "@/components/shell/navigation/theme-control";
import { Section } from "@/components/shell/section";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { PasswordField } from "@/components/ui/forms/password-field";
import { useIdentity } from "@/lib/client/host";
import { nameProblem, newPasswordProblem, PASSWORD_RULE, passwordProblem } from "@/lib/client/person-rules";

export function ProfilePage() {
  const { person } = useIdentity();
  return (
    <>
      <Section
        title="Person"
        words={
          person.demo ? "The demo account is shared, so its name, email and password can't be changed." : undefined
        }
      >
        <Name key={person.id} person={person} />
      </Section>
      <Section title="Password">
        <Password demo={person.demo} email={person.email} />
      </Section>
      <Section title="Appearance">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-gutter py-2">
          <ThemeControl />
        </div>
      </Section>
    </>
  );
}

function Name({ person }: { person: Identity["person"] }) {
  const router = useRouter();
  const form = useAccountForm({
    endpoint: PEOPLE.changeMe,
    fields: { name: nameProblem },
    onDone: () => router.refresh(),
  });
  return (
    <form className="grid max-w-[392px] gap-3.5 px-gutter pt-1 pb-2" {...form.form}>
      <LabelledField
        {...form.field("name")}
        label="Name"
        autoComplete="name"
        defaultValue={person.name}
        disabled={person.demo}
        hint="Shown to other members next to your usage."
      />
      <LabelledField
        label="Email"
        type="email"
        name="address"
        value={person.email}
        readOnly
        autoComplete="off"
        hint="You sign in with this address. It can't be changed here."
      />
      <Submit of={person.demo ? { ...form, isPending: true } : form} quiet>
        Save name
      </Submit>
    </form>
  );
}

function Password({ demo, email }: { demo: boolean; email: string }) {
  const [changed, setChanged] = useState(false);
  const form = useAccountForm({
    endpoint: PEOPLE.changePassword,
    fields: { current: passwordProblem, password: newPasswordProblem },
    onDone: (_, element) => {
      element.reset();
      setChanged(true);
    },
  });
  return (
    <form className="grid max-w-[392px] gap-3.5 px-gutter pt-1 pb-2" {...form.form} onInput={() => setChanged(false)}>
      {/* Password managers need the user name next to the password. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field("current")}
        label="Current password"
        autoComplete="current-password"
        disabled={demo}
      />
      <PasswordField
        {...form.field("password")}
        label="New password"
        autoComplete="new-password"
        disabled={demo}
        hint={`${PASSWORD_RULE} You'll be signed out everywhere else.`}
      />
      <Submit of={demo ? { ...form, isPending: true } : form} quiet>
        Change password
      </Submit>
      <p role="status" className="text-12 text-ok-text empty:hidden">
        {changed && "Password changed. You're signed out everywhere else."}
      </p>
    </form>
  );
}
