"use client";
import type { AccountEndpoint, CallArguments, RequestOf, ResponseOf } from "@dealflow/contract/account-endpoint";
/**
 * A form that is sent to the account pages: once at a time, with what is wrong stated beside each field. Its fields keep
 * what was typed themselves, so that nothing is lost by a refusal, nor what was typed before the page's code came.
 */
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type * as z from "zod/mini";
import { Button } from "@/components/ui/button";
import { FormProblem, type FormStatus } from "@/components/ui/form-problem";
import { useBrowserValue } from "@/components/ui/use-browser-value";
import { useSecondsLeft } from "@/components/ui/use-seconds-left";
import { findRejectedField, isUnread } from "@/lib/client/request-account";
import { useAccountMutation } from "@/lib/queries/account-mutation";

/** What is wrong with an entry, as one sentence. */
type Check = (text: string) => string | undefined;

/** An endpoint of which a form sends the body, and nothing else. */
type FormEndpoint = AccountEndpoint & { readonly request: z.ZodMiniType<unknown, Readonly<Record<string, unknown>>> };

interface Options<E extends FormEndpoint, Field extends string> {
  readonly endpoint: E;
  /** The entries, in order of the form. */
  readonly fields: Readonly<Record<Field, Check>>;
  /** What is read again after it was sent. */
  readonly invalidates?: readonly Pick<AccountEndpoint, "path">[];
  /** What comes of it; the form stays pending until this is over. */
  onDone(value: ResponseOf<E>, form: HTMLFormElement): Promise<void> | void;
  /** It was done, but its response could not be read; left out, that is shown like a refusal. */
  onUnread?(): void;
}

/** Sent beside the entries: the rest of the request. */
type Also<E extends FormEndpoint, Field extends string> =
  Exclude<keyof RequestOf<E>, Field> extends never
    ? { readonly also?: never }
    : { readonly also: Omit<RequestOf<E>, Field> };

/** A name is sent without the spaces around it, a password as it is. */
const AS_IT_IS: readonly string[] = ["password", "current"];

export function useAccountForm<E extends FormEndpoint, Field extends keyof RequestOf<E> & string>({
  endpoint,
  fields,
  also,
  invalidates = [],
  onDone,
  onUnread,
}: Options<E, Field> & Also<E, Field>) {
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<ReadonlyMap<Field, string>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [until, setUntil] = useState<number>();
  const seconds = useSecondsLeft(until);
  // Sent before the page's code is there, an entry would go to the page itself, as a document of its own.
  const there = useBrowserValue<boolean>(() => true, false);
  const names = Object.keys(fields).filter((name): name is Field => name in fields);
  const { isPending: sending, mutate } = useAccountMutation(endpoint, {
    invalidates,
    onSuccess: (value) => element.current && onDone(value, element.current),
    onError: ({ reply, message }) => {
      if (onUnread !== undefined && isUnread(reply)) return onUnread();
      const about = findRejectedField(reply, names);
      // How long is counted down beside it.
      const sentence = message.replace(/ Try again in \d+ seconds?\.$/, "");
      if (about === undefined) setProblem(sentence);
      else showProblems(new Map([[about, sentence]]));
      setUntil(reply.retryAfterMs === undefined ? undefined : Date.now() + reply.retryAfterMs);
    },
  });

  function send(form: HTMLFormElement) {
    element.current = form;
    const given = new FormData(form);
    const entries = names.map((name): [Field, string] => {
      const text = String(given.get(name) ?? "");
      return [name, AS_IT_IS.includes(name) ? text : text.trim()];
    });
    const found = new Map<Field, string>();
    for (const [name, text] of entries) {
      const message = fields[name](text);
      if (message !== undefined) found.set(name, message);
    }
    setProblem(undefined);
    showProblems(found);
    if (found.size > 0) return;
    // The entries and the rest of the request are the whole of it, which the compiler cannot put together.
    mutate(...([{ body: { ...also, ...Object.fromEntries(entries) } }] as CallArguments<E>));
  }

  /** Shows them, and focuses the first of their fields. */
  function showProblems(found: ReadonlyMap<Field, string>) {
    setWrong(found);
    const first = names.find((name) => found.has(name));
    const field = first === undefined ? null : element.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  const isPending = sending || !there || seconds > 0;
  return {
    there,
    isPending,
    problem,
    seconds,
    /** Spread over the `form` element. */
    form: {
      method: "post",
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isPending) send(event.currentTarget);
      },
    },
    /** Spread over the field. */
    field: (name: Field) => ({ name, problem: wrong.get(name) }),
  };
}

interface SubmitProps {
  of: FormStatus & { there: boolean };
  children: ReactNode;
  className?: string;
  /** One of several forms of a page, of which none is the main one. */
  quiet?: boolean;
}

/** The form's one button, and above it why it was rejected. */
export function Submit({ of, children, className, quiet = false }: SubmitProps) {
  return (
    <>
      <FormProblem of={of} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button
          type="submit"
          variant={quiet ? "secondary" : "primary"}
          disabled={of.isPending}
          // For the moment until the page's code is there it looks like what it is about to be.
          className={`${className ?? ""} ${of.there || quiet ? "" : "bg-accent! text-accent-on!"}`}
        >
          {children}
        </Button>
      </div>
    </>
  );
}
