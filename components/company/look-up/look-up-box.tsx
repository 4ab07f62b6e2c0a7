/**
 * Finds one company by an id, a domain, a name or a profile. Our own service resolves the company for free; another
 * host only with its timeline, which has a price and needs a confirmation.
 */

import { costSentence } from "@dealflow/client/charged";
import { FEEDS } from "@dealflow/contract/feeds";
import { SELECTORS, type Selector } from "@dealflow/contract/timeline";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useSpend } from "@/components/feed/spend/spend";
import { Button, buttonVariants } from "@/components/ui/button";
import { Options } from "@/components/ui/forms/options";
import { FIELD } from "@/components/ui/forms/text-field";
import { Link } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/prices/price-tag";
import type { IncludeName } from "@/lib/api/timeline-part";
import { useHost } from "@/lib/client/host";
import { useOffline } from "@/lib/client/online";
import { toRequestError } from "@/lib/client/requests/send-request";
import type { CompanyReference } from "@/lib/client/timelines/request";
import { cn } from "@/lib/cn";
import { buildAddress } from "@/lib/filters/address";
import { FREE, UNKNOWN_PRICE } from "@/lib/format/price";
import { fetchQuote } from "@/lib/queries/quotes";
import { buyByName } from "@/lib/queries/timelines";
import { CompanyField } from "./company-field";
import { inferSelector, NOTHING_TYPED, parseReference } from "./company-reference";

interface Props {
  action: string;
  kinds: readonly IncludeName[];
  first?: { readonly by: Selector["param"]; readonly text: string } | undefined;
  onFound: (id: string) => void;
}

const LABEL = "mb-1 block text-12 text-text-2";

export function LookUpBox({ action, kinds, first, onFound }: Props) {
  const { own } = useHost();
  const offline = useOffline();
  const { dialog, spend } = useSpend();
  const [text, setText] = useState(first?.text ?? "");
  const [chosen, setChosen] = useState<Selector["param"] | undefined>(first?.by);
  const [message, setMessage] = useState<string>();
  const fieldId = useId();
  const selectorId = useId();
  const helpId = useId();
  const by = chosen ?? inferSelector(text) ?? "name";
  const free = own || by === "id";

  const { isPending: busy, mutate: find } = useMutation({
    mutationFn: (reference: CompanyReference) => {
      if (reference.by === "id" && !own) return Promise.resolve(reference.value);
      return own ? findByQuote(reference) : findByPurchase(reference, kinds);
    },
    onMutate: () => setMessage(undefined),
    onSuccess: (id) => onFound(id),
    onError: ({ message }) => setMessage(message),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const reference = parseReference(by, text);
    if ("problem" in reference) return setMessage(reference.problem);
    if (free) return find(reference);
    spend({
      question: `Load the timeline of ${reference.value}?`,
      action: "Load timeline",
      price: UNKNOWN_PRICE,
      buy: () => find(reference),
    });
  }

  const props = { type: "submit", disabled: busy || offline } as const;
  return (
    <form
      className="grid grid-cols-[minmax(0,340px)_108px_auto] items-end justify-start gap-x-2 gap-y-1 max-tablet:grid-cols-[minmax(0,1fr)_108px] print:hidden"
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (text.trim() === "" && !currentTarget.contains(relatedTarget)) setMessage(undefined);
      }}
    >
      <div>
        <label htmlFor={fieldId} className={LABEL}>
          Company
        </label>
        <CompanyField
          id={fieldId}
          value={text}
          help={helpId}
          invalid={message !== undefined}
          onChange={(next) => {
            setText(next);
            setChosen(undefined);
            setMessage(undefined);
          }}
          onChoose={({ id, name }) => {
            setText(name);
            onFound(id);
          }}
        />
      </div>
      <div>
        <label htmlFor={selectorId} className={LABEL}>
          Search by
        </label>
        <select
          id={selectorId}
          className={FIELD}
          value={by}
          onChange={(event) => setChosen(SELECTORS.find(({ param }) => param === event.target.value)?.param)}
        >
          <Options of={SELECTORS.map(({ param, label }) => ({ value: param, title: label }))} />
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
      <p
        id={helpId}
        className={cn(
          "col-span-full min-h-4 text-12 wrap-anywhere max-tablet:row-start-2",
          message === undefined ? "text-text-2" : "text-bad-text",
        )}
        role="status"
      >
        {offline
          ? "You're offline."
          : (message ?? (text.trim() === "" ? NOTHING_TYPED : SELECTORS.find(({ param }) => param === by)?.help))}
      </p>
      {by === "name" && text.trim().length > 2 && (
        <p className="col-span-full mt-1">
          <Link href={buildAddress(FEEDS.companies, { search: text.trim() })} className={buttonVariants()}>
            Search companies instead
          </Link>
        </p>
      )}
      {dialog}
    </form>
  );
}

/** Returns the company's id. Throws an `Error` whose message is a sentence. */
async function findByQuote(reference: CompanyReference): Promise<string> {
  const { company } = await fetchQuote(reference);
  if (company === null) throw new Error(formatNotFound(reference));
  return company.id.toLowerCase();
}

/** Finds the company by its timeline, which is bought. */
async function findByPurchase(reference: CompanyReference, kinds: readonly IncludeName[]): Promise<string> {
  const id = await buyByName(reference, kinds).catch((error: Error) => {
    const { status, charged, message } = toRequestError(error);
    if (status === 404 && charged === "no") throw new Error(formatNotFound(reference));
    throw new Error(message.includes("charged") ? message : `${message} ${costSentence(charged)}`);
  });
  if (id === undefined) throw new Error("This host returned no id for the company, so it has no page here.");
  return id;
}

function formatNotFound({ value }: CompanyReference): string {
  return `No exact match for “${value}”. Nothing was charged.`;
}
