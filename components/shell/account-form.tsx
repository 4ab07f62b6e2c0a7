"use client";
import type { AccountEndpoint, CallArguments, RequestOf, ResponseOf } from "@dealflow/contract/account-endpoint";
/**
 * A form that is sent to the account pages: once at a time, with what is wrong stated beside each field. Its fields keep
 * what was typed themselves, so that nothing is lost by a refusal, nor what was typed before the page's code came.
 */
import { type FormEvent, type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import { Button } from "@/components/ui/button";
import { useBrowserValue } from "@/components/ui/use-browser-value";
import { useSecondsLeft } from "@/components/ui/use-seconds-left";
import { findRejectedField, isUnread, requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";

/** What is wrong with an entry, as one sentence. */
type Check = (text: string) => string | undefined;

/** An endpoint of which a form sends the body, and nothing else. */
type FormEndpoint = AccountEndpoint & { readonly request: z.ZodMiniType<unknown, Readonly<Record<string, unknown>>> };

interface Sent<E extends FormEndpoint, Field extends string> {
  readonly endpoint: E;
  /** The entries, in order of the form. */
  readonly fields: Readonly<Record<Field, Check>>;
  /** What comes of it; the form stays busy until this is over. */
  onDone(value: ResponseOf<E>, form: HTMLFormElement): Promise<void> | void;
  /** It was done, but its response could not be read; left out, that is shown like a refusal. */
  onUnread?(): void;
}

/** Sent beside the entries: the rest of the request. */
type Also<E extends FormEndpoint, Field extends string> =
  Exclude<keyof RequestOf<E>, Field> extends never
    ? { readonly also?: never }
    : { readonly also: Omit<RequestOf<E>, Field> };

export interface FormState<Field extends string> {
  readonly busy: boolean;
  /** One sentence about all of it. */
  readonly problem: string | undefined;
  /** Seconds until it may be sent again. */
  readonly seconds: number;
  /** Spread over the `form` element. */
  readonly form: { method: "post"; noValidate: true; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
  /** Spread over the field. */
  field(name: Field): { name: Field; problem: string | undefined };
}

/** A name is sent without the spaces around it, a password as it is. */
const AS_IT_IS: readonly string[] = ["password", "current"];

export function useAccountForm<E extends FormEndpoint, Field extends keyof RequestOf<E> & string>({
  endpoint,
  fields,
  also,
  onDone,
  onUnread,
}: Sent<E, Field> & Also<E, Field>) {
  const [sending, setSending] = useState(false);
  const [wrong, setWrong] = useState<ReadonlyMap<Field, string>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [until, setUntil] = useState<number>();
  const seconds = useSecondsLeft(until);
  // Sent before the page's code is there, an entry would go to the page itself, as a document of its own.
  const there = useBrowserValue<boolean>(() => true, false);
  const names = Object.keys(fields).filter((name): name is Field => name in fields);

  async function send(form: HTMLFormElement) {
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
    showProblems(form, found);
    if (found.size > 0) return;
    setSending(true);
    // The entries and the rest of the request are the whole of it, which the compiler cannot put together.
    const call = [{ body: { ...also, ...Object.fromEntries(entries) } }] as CallArguments<E>;
    const reply = await requestAccount(endpoint, ...call);
    if (reply.ok) await onDone(reply.value, form);
    else if (onUnread !== undefined && isUnread(reply)) onUnread();
    else {
      const about = findRejectedField(reply, names);
      // How long is counted down beside it.
      const sentence = asSentence(reply.message).replace(/ Try again in \d+ seconds?\.$/, "");
      if (about === undefined) setProblem(sentence);
      else showProblems(form, new Map([[about, sentence]]));
      setUntil(reply.retryAfterMs === undefined ? undefined : Date.now() + reply.retryAfterMs);
    }
    setSending(false);
  }

  /** And goes to the first of them. */
  function showProblems(form: HTMLFormElement, found: ReadonlyMap<Field, string>) {
    setWrong(found);
    const first = names.find((name) => found.has(name));
    const element = first === undefined ? null : form.elements.namedItem(first);
    if (element instanceof HTMLElement) element.focus();
  }

  const busy = sending || !there || seconds > 0;
  const state: FormState<Field> = {
    busy,
    problem,
    seconds,
    form: {
      method: "post",
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (!busy) void send(event.currentTarget);
      },
    },
    field: (name) => ({ name, problem: wrong.get(name) }),
  };
  return { ...state, sending, there };
}

interface SubmitProps {
  of: { busy: boolean; there: boolean; problem: string | undefined; seconds: number };
  children: ReactNode;
  className?: string;
  /** One of several forms of a page, of which none is the main one. */
  quiet?: boolean;
  /** Beside the button. */
  beside?: ReactNode;
}

/** The form's one button, and above it why it was rejected. */
export function Submit({ of, children, className, quiet = false, beside }: SubmitProps) {
  return (
    <>
      <FormProblem of={of} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {beside}
        <Button
          type="submit"
          variant={quiet ? "secondary" : "primary"}
          disabled={of.busy}
          // For the moment until the page's code is there it looks like what it is about to be.
          className={`${className ?? ""} ${of.there || quiet ? "" : "bg-accent! text-accent-on!"}`}
        >
          {children}
        </Button>
      </div>
    </>
  );
}

export function FormProblem({ of: { problem, seconds } }: { of: { problem: string | undefined; seconds: number } }) {
  return (
    <div role="alert" className="text-12 text-bad-text empty:hidden">
      {problem !== undefined && <p>{problem}</p>}
      {/* Not read out with every second. */}
      {seconds > 0 && <p aria-hidden>{`Try again in ${seconds} s.`}</p>}
    </div>
  );
}
