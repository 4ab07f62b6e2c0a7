"use client";
/** Holds the form of one endpoint: its entries, and the result of sending it. None of it outlives the page. */
import { createContext, type ReactNode, use, useRef, useState } from "react";
import { useOffline } from "@/lib/client/online";
import {
  type ComposedRequest,
  checkComposed,
  type Outcome,
  sendComposed,
} from "@/lib/client/requests/composed-request";
import { composeRequest, type Draft, type FormEndpoint, firstDraft, getOffer, type Offer } from "./draft";

interface Try {
  readonly endpoint: FormEndpoint;
  readonly draft: Draft;
  change(next: Draft): void;
  readonly request: ComposedRequest;
  readonly offer: Offer;
  readonly sending: boolean;
  readonly offline: boolean;
  readonly outcome: Outcome | undefined;
  /** The API allows the next request at this time, in ms since 1970. */
  readonly waitUntil: number | undefined;
  /** A pressed action whose price has no bound needs a confirmation. */
  readonly confirming: PurchaseIntent | undefined;
  /** Returns true for a field that the contract rejected (`round`, `companies[3]`), until something is changed. */
  isWrong(field: string): boolean;
  /** The button with the price calls this. */
  press(intent: PurchaseIntent): void;
  confirm(yes: boolean): void;
}

/** `refresh` buys the records again even when they are owned. */
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

  /** Runs one task at a time. A task that returns undefined has no outcome yet. */
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

  const offer = getOffer(endpoint, draft);
  const request = composeRequest(endpoint, draft);
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
