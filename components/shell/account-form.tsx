/**
 * Sends a form to the account pages, one request at a time, and states each problem at its field. The fields
 * hold their own text, so that neither a rejection nor hydration loses anything that was typed.
 */

import type { AccountEndpoint, CallArguments, RequestOf, ResponseOf } from "@dealflow/contract/account/endpoint";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type * as z from "zod/mini";
import { Button } from "@/components/ui/button";
import { FormProblem, type FormStatus } from "@/components/ui/forms/form-problem";
import { useBrowserValue } from "@/components/ui/hooks/use-browser-value";
import { useSecondsLeft } from "@/components/ui/hooks/use-seconds-left";
import { findRejectedField, isUnread } from "@/lib/queries/account";
import { useAccountMutation } from "@/lib/queries/account-mutation";

/** Returns the problem with an entry as one sentence. */
type Check = (text: string) => string | undefined;

/** A form sends only the body of its endpoint. */
type FormEndpoint = AccountEndpoint & { readonly request: z.ZodMiniType<unknown, Readonly<Record<string, unknown>>> };

interface Options<E extends FormEndpoint, Field extends string> {
  readonly endpoint: E;
  /** The entries are in order of the form. */
  readonly fields: Readonly<Record<Field, Check>>;
  /** These endpoints are read again after the form was sent. */
  readonly invalidates?: readonly Pick<AccountEndpoint, "path">[];
  /** Handles the response; the form stays pending until this is over. */
  onDone(value: ResponseOf<E>, form: HTMLFormElement): Promise<void> | void;
  /** Called when it was done, but its response could not be read. Without this, that is shown like a rejection. */
  onUnread?(): void;
}

/** The rest of the request is sent together with the entries. */
type ExtraBody<E extends FormEndpoint, Field extends string> =
  Exclude<keyof RequestOf<E>, Field> extends never
    ? { readonly also?: never }
    : { readonly also: Omit<RequestOf<E>, Field> };

/** Names are sent without the spaces around them, these passwords exactly as typed. */
const UNTRIMMED_FIELDS: readonly string[] = ["password", "current"];

export function useAccountForm<E extends FormEndpoint, Field extends keyof RequestOf<E> & string>({
  endpoint,
  fields,
  also,
  invalidates = [],
  onDone,
  onUnread,
}: Options<E, Field> & ExtraBody<E, Field>) {
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<ReadonlyMap<Field, string>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [until, setUntil] = useState<number>();
  const seconds = useSecondsLeft(until);
  // If it were sent before hydration, the browser would post an entry to the page itself as a document.
  const hydrated = useBrowserValue<boolean>(() => true, false);
  const names = Object.keys(fields).filter((name): name is Field => name in fields);
  const { isPending: sending, mutate } = useAccountMutation(endpoint, {
    invalidates,
    onSuccess: (value) => element.current && onDone(value, element.current),
    onError: (error) => {
      if (onUnread !== undefined && isUnread(error)) return onUnread();
      const about = findRejectedField(error, names);
      // The countdown next to the problem tells how long to wait.
      const sentence = error.message.replace(/ Try again in \d+ seconds?\.$/, "");
      if (about === undefined) setProblem(sentence);
      else showProblems(new Map([[about, sentence]]));
      setUntil(error.retryAfterMs === undefined ? undefined : Date.now() + error.retryAfterMs);
    },
  });

  function send(form: HTMLFormElement) {
    element.current = form;
    const given = new FormData(form);
    const entries = names.map((name): [Field, string] => {
      const text = String(given.get(name) ?? "");
      return [name, UNTRIMMED_FIELDS.includes(name) ? text : text.trim()];
    });
    const found = new Map<Field, string>();
    for (const [name, text] of entries) {
      const message = fields[name](text);
      if (message !== undefined) found.set(name, message);
    }
    setProblem(undefined);
    showProblems(found);
    if (found.size > 0) return;
    // The entries and the rest of the request form the whole body, which the compiler cannot infer.
    mutate(...([{ body: { ...also, ...Object.fromEntries(entries) } }] as CallArguments<E>));
  }

  /** Shows the problems, and focuses the first of their fields. */
  function showProblems(found: ReadonlyMap<Field, string>) {
    setWrong(found);
    const first = names.find((name) => found.has(name));
    const field = first === undefined ? null : element.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  const isPending = sending || !hydrated || seconds > 0;
  return {
    hydrated,
    isPending,
    problem,
    seconds,
    /** Spread these props over the `form` element. */
    form: {
      method: "post",
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isPending) send(event.currentTarget);
      },
    },
    /** Spread these props over the field. */
    field: (name: Field) => ({ name, problem: wrong.get(name) }),
  };
}

interface SubmitProps {
  of: FormStatus & { hydrated: boolean };
  children: ReactNode;
  className?: string;
  /** A page with several forms has no main one, so its buttons are quiet. */
  quiet?: boolean;
}

/** Shows the form's one button, and above it the reason why it was rejected. */
export function Submit({ of, children, className, quiet = false }: SubmitProps) {
  return (
    <>
      <FormProblem of={of} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button
          type="submit"
          variant={quiet ? "secondary" : "primary"}
          disabled={of.isPending}
          // The button looks like it will after hydration, though it is disabled until then.
          className={`${className ?? ""} ${of.hydrated || quiet ? "" : "bg-accent! text-accent-on!"}`}
        >
          {children}
        </Button>
      </div>
    </>
  );
}
