"use client";
/** The form of one endpoint: what is filled in, and what became of sending it. Nothing of it outlives the page. */
import { createContext, type ReactNode, use, useRef, useState } from "react";
import { type ComposedRequest, checkComposed, type Outcome, sendComposed } from "@/lib/client/composed-request";
import { useOffline } from "@/lib/client/online";
import { type Draft, type FormEndpoint, firstDraft, type Offer, offerOf, requestOf } from "./draft";

export interface Try {
  readonly endpoint: FormEndpoint;
  readonly draft: Draft;
  change(next: Draft): void;
  /** The request of the draft. */
  readonly request: ComposedRequest;
  readonly offer: Offer;
  readonly sending: boolean;
  readonly offline: boolean;
  /** The result of the last press. */
  readonly outcome: Outcome | undefined;
  /** When the API allows the next request, in ms since 1970. */
  readonly waitUntil: number | undefined;
  /** The pressed action whose price has no bound: it needs a confirmation. */
  readonly confirming: PurchaseIntent | undefined;
  /** Whether the contract rejected a field (`round`, `companies[3]`), until something is changed. */
  isWrong(field: string): boolean;
  /** Called when the button with the price is pressed. */
  press(intent: PurchaseIntent): void;
  /** The response to the confirmation. */
  confirm(yes: boolean): void;
}

/** `refresh`: bought even when it is owned. */
type PurchaseIntent = "buy" | "refresh";

const Context = createContext<Try | undefined>(undefined);

export function TryProvider({ endpoint, children }: { endpoint: FormEndpoint; children: ReactNode }) {
  const [draft, setDraft] = useState(() => firstDraft(endpoint));
  const [outcome, setOutcome] = useState<Outcome>();
  const [sending, setSending] = useState(false);
  const [confirming, setConfirming] = useState<PurchaseIntent>();
  const [waitUntil, setWaitUntil] = useState<number>();
  const underWay = useRef(false);
  const offline = useOffline();

  /** One task at a time. A task that returns undefined has no outcome yet. */
  async function run(task: () => Promise<Outcome | undefined>): Promise<void> {
    if (underWay.current || offline) return;
    underWay.current = true;
    setSending(true);
    try {
      const result = await task();
      setOutcome((last) => result ?? (last?.kind === "response" ? last : undefined));
      const waitS = result?.kind === "response" ? result.response.retryAfterS : undefined;
      setWaitUntil(waitS === undefined ? undefined : Date.now() + waitS * 1000);
    } finally {
      underWay.current = false;
      setSending(false);
    }
  }

  const offer = offerOf(endpoint, draft);
  const request = requestOf(endpoint, draft);
  const value: Try = {
    endpoint,
    draft,
    change: (next) => {
      setDraft(next);
      setConfirming(undefined);
      // Problems may no longer apply; a response stays until the next one.
      setOutcome((last) => (last?.kind === "response" ? last : undefined));
    },
    request,
    offer,
    sending,
    offline,
    outcome,
    waitUntil,
    confirming,
    isWrong: (field) =>
      outcome?.kind === "refused" &&
      outcome.problems.some(({ parameter }) => parameter === field || parameter.startsWith(`${field}.`)),
    press: (intent) => {
      void run(async () => {
        const rejection = await checkComposed(request);
        if (rejection === undefined && offer.open) setConfirming(intent);
        return rejection ?? (offer.open ? undefined : sendComposed(request, intent));
      });
    },
    confirm: (yes) => {
      setConfirming(undefined);
      if (!yes || confirming === undefined) return;
      void run(() => sendComposed(request, confirming));
    },
  };
  return <Context value={value}>{children}</Context>;
}

export function useTry(): Try {
  const value = use(Context);
  if (value === undefined) throw new Error("useTry needs a TryProvider above it");
  return value;
}
