/** Confirms a command of administration, with the options that the operator enters. */
import { ADMINISTRATION, type AdminCommand } from "@dealflow/contract/account/administration";
import { useState } from "react";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { notify } from "@/components/ui/hooks/notify";
import { CopiedText, ShownOnce } from "@/components/ui/shown-once";
import { fetchBalance } from "@/lib/client/meter";
import { useAccountMutation } from "@/lib/queries/account-mutation";

interface CommandField {
  /** The command takes the value as the option of this name. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly initial?: string;
  /** The command runs without it. */
  readonly optional?: true;
}

export interface CommandForm {
  readonly title: string;
  readonly description: string;
  /** The label looks like `Refund`. */
  readonly action: string;
  readonly command: AdminCommand;
  readonly options: Readonly<Record<string, string>>;
  readonly fields?: readonly CommandField[];
  /** The first line of the result is a secret with this name, which is shown once. */
  readonly secret?: string;
}

const LISTS = [
  ADMINISTRATION.installation,
  ADMINISTRATION.findLedger,
  ADMINISTRATION.findPeople,
  ADMINISTRATION.findWorkspaces,
  ADMINISTRATION.workspaceDetails,
];

interface Props {
  form: CommandForm;
  /** The result is known by then, unless the operator closed the dialog. */
  onClose: (isDone: boolean) => void;
}

export function CommandDialog({ form, onClose }: Props) {
  const { title, description, action, command, options, fields = [], secret } = form;
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial])),
  );
  const run = useAccountMutation(ADMINISTRATION.runAdminCommand, {
    invalidates: LISTS,
    onSuccess: async ({ lines }) => {
      // The workspace may be the open one.
      if (command.startsWith("credits ")) await fetchBalance();
      if (secret !== undefined) return;
      notify(lines.join(" "));
      onClose(true);
    },
  });
  const entered = Object.entries(values).filter(([, value]) => value.trim() !== "");
  const [text, ...notes] = run.data?.lines ?? [];
  return (
    <FormDialog
      title={title}
      submit={action}
      status={run}
      disabled={fields.some(({ name, optional }) => !optional && values[name]?.trim() === "")}
      onSubmit={() => run.mutate({ body: { command, options: { ...options, ...Object.fromEntries(entered) } } })}
      onClose={() => onClose(run.isSuccess)}
      result={
        text !== undefined && secret !== undefined
          ? {
              title,
              content: (
                <ShownOnce words={notes.join(" ")} onClose={() => onClose(true)}>
                  <CopiedText label={secret} text={text} what={`the ${secret.toLowerCase()}`} />
                </ShownOnce>
              ),
            }
          : undefined
      }
    >
      <p className="text-text-2">{description}</p>
      {fields.map(({ name, label, hint }, index) => (
        <LabelledField
          key={name}
          label={label}
          hint={hint}
          autoComplete="off"
          autoFocus={index === 0}
          value={values[name] ?? ""}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
    </FormDialog>
  );
}
