"use client";
/**
 * Finds one company by an id, a domain, a name or a profile. Our own service tells for nothing which company that is;
 * another host tells only with its timeline, which has a price and is asked about.
 */
import { type FormEvent, useId, useState } from "react";
import { useSpend } from "@/components/feed/spend/spend";
import { UNKNOWN_PRICE } from "@/components/feed/spend/unknown-price";
import { Button } from "@/components/ui/button";
import { PriceTag } from "@/components/ui/price-tag";
import { FIELD, TextField } from "@/components/ui/text-field";
import type { IncludeName } from "@/lib/api/timeline-part";
import { useHost } from "@/lib/client/host";
import { useOffline } from "@/lib/client/online";
import { RequestFailure } from "@/lib/client/send-request";
import { buyByName } from "@/lib/client/timelines/company-store";
import { fetchQuote } from "@/lib/client/timelines/fetch-quote";
import { type CompanyReference, oneTimeline, permit } from "@/lib/client/timelines/request";
import { SELECTORS, type Selector } from "@/lib/contract/timeline";
import { FREE } from "@/lib/format/price";
import { inferSelector, NOTHING_TYPED, parseReference } from "./company-reference";

interface Props {
  /** What the button says. */
  action: string;
  kinds: readonly IncludeName[];
  first?: { readonly by: Selector["param"]; readonly text: string } | undefined;
  /** The company is known now. */
  onFound: (id: string) => void;
}

export function LookUpBox({ action, kinds, first, onFound }: Props) {
  const { own } = useHost();
  const offline = useOffline();
  const { dialog, spend } = useSpend();
  const [text, setText] = useState(first?.text ?? "");
  const [chosen, setChosen] = useState<Selector["param"] | undefined>(first?.by);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const fieldId = useId();
  const selectorId = useId();
  const helpId = useId();
  const by = chosen ?? inferSelector(text) ?? "name";
  const free = own || by === "id";

  async function find(reference: CompanyReference) {
    setMessage(undefined);
    if (reference.by === "id" && !own) return onFound(reference.value);
    setBusy(true);
    const { id, problem } = own ? await findByQuote(reference) : await findByPurchase(reference, kinds);
    setBusy(false);
    if (id === undefined) setMessage(problem);
    else onFound(id);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const reference = parseReference(by, text);
    if ("problem" in reference) return setMessage(reference.problem);
    if (free) return void find(reference);
    spend({
      question: `Load the timeline of ${reference.value}?`,
      action: "Load timeline",
      price: UNKNOWN_PRICE,
      buy: () => {
        permit(oneTimeline(reference, kinds));
        void find(reference);
      },
    });
  }

  const props = { type: "submit", disabled: busy || offline } as const;
  return (
    <form className="look-up" onSubmit={submit}>
      <div className="look-up-field">
        <label htmlFor={fieldId}>Company</label>
        <TextField
          id={fieldId}
          value={text}
          maxLength={400}
          placeholder="Id, domain, name or profile"
          aria-describedby={helpId}
          aria-invalid={message !== undefined}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(undefined);
            setMessage(undefined);
          }}
        />
      </div>
      <div className="look-up-way">
        <label htmlFor={selectorId}>Understood as</label>
        <select
          id={selectorId}
          className={FIELD}
          value={by}
          onChange={(event) => setChosen(SELECTORS.find(({ param }) => param === event.target.value)?.param)}
        >
          {SELECTORS.map(({ param, label }) => (
            <option key={param} value={param}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {free ? (
        own ? (
          <PriceTag {...props} price={FREE}>
            {busy ? "Looking" : action}
          </PriceTag>
        ) : (
          <Button {...props}>{action}</Button>
        )
      ) : (
        <PriceTag {...props} price={UNKNOWN_PRICE}>
          {busy ? "Loading" : "Load timeline"}
        </PriceTag>
      )}
      <p id={helpId} className="look-up-said" role="status">
        {offline
          ? "Offline: nothing can be looked up."
          : (message ?? (text.trim() === "" ? NOTHING_TYPED : SELECTORS.find(({ param }) => param === by)?.help))}
      </p>
      {dialog}
    </form>
  );
}

interface LookUpResult {
  readonly id: string | undefined;
  readonly problem: string;
}

async function findByQuote(reference: CompanyReference): Promise<LookUpResult> {
  const reply = await fetchQuote(reference);
  if (!reply.ok) return { id: undefined, problem: reply.message };
  return { id: reply.value.company?.id.toLowerCase(), problem: formatNotFound(reference) };
}

async function findByPurchase(reference: CompanyReference, kinds: readonly IncludeName[]): Promise<LookUpResult> {
  try {
    return {
      id: await buyByName(reference, kinds),
      problem: "The host told no id of this company, so it has no page here.",
    };
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const { status, charged, message } = error.details;
    if (status === 404 && charged === "no") return { id: undefined, problem: formatNotFound(reference) };
    const known = charged === "no" ? "Nothing was charged." : "It is not known whether this was charged.";
    return { id: undefined, problem: message.includes("charged") ? message : `${message} ${known}` };
  }
}

function formatNotFound({ by, value }: CompanyReference): string {
  const { label } = SELECTORS.find(({ param }) => param === by) ?? SELECTORS[0];
  return `No company has the ${label.toLowerCase()} ${value}. Nothing was charged.`;
}
