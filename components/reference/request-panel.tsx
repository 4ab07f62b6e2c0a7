"use client";
/** Shows the request of the form, the button that sends it at its price, and the response. */
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { useSecondsLeft } from "@/components/ui/hooks/use-seconds-left";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { curlCommand } from "@/lib/client/copy-as";
import { useHost } from "@/lib/client/host";
import { useMeter } from "@/lib/client/meter";
import { count, credits } from "@/lib/format/counts";
import { maxPrice, shortWords } from "@/lib/format/price";
import { CodeBlock } from "./code";
import { ResponseBlock } from "./response-block";
import { SignInLink } from "./sign-in-link";
import { useTry } from "./try-state";

interface Props {
  apiUrl: string;
  /** The example is JSON text. */
  example: string;
}

export function RequestPanel({ apiUrl, example }: Props) {
  const { request, confirming } = useTry();
  const { own, identity } = useHost();
  const visit = own && identity === null;
  return (
    <div className="min-w-0 sheet:sticky sheet:top-5 sheet:col-start-2 sheet:row-[1/span_2] sheet:self-start">
      {visit ? <VisitorLine /> : confirming === undefined ? <SendLine /> : <ConfirmLine />}
      <Problems />
      <CodeBlock label="Same request with curl" text={curlCommand(apiUrl, request)} wrap />
      <ResponseBlock example={example} />
    </div>
  );
}

const SEND_LINE = "flex min-h-control flex-wrap items-center gap-x-4 gap-y-2 text-12/5 text-text-2";
const PROBLEM_TITLE = "font-medium text-bad-text";

function VisitorLine() {
  return (
    <p className={SEND_LINE}>
      <span>
        <SignInLink>Sign in</SignInLink> to send this request from here.
      </span>
    </p>
  );
}

function SendLine() {
  const { offer, sending, offline, waitUntil, press } = useTry();
  const left = useSecondsLeft(waitUntil);
  const short = shortWords(offer.price, useMeter().balance);
  return (
    <div className={SEND_LINE}>
      <PriceTag price={offer.price} busy={sending} disabled={offline || left > 0} onClick={() => press("buy")}>
        {sending ? "Sending" : "Send"}
      </PriceTag>
      {offline && <p>You're offline.</p>}
      {left > 0 && <p>Next request in {count(left)} s.</p>}
      {short !== undefined && <p>{short}</p>}
    </div>
  );
}

/** A price without a bound needs a confirmation, which shows the balance as the only bound. */
function ConfirmLine() {
  const { offer, sending, offline, confirm } = useTry();
  const { balance } = useMeter();
  const line = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone now. The one that spends must not take its place under the pointer or the focus.
  useEffect(() => line.current?.focus(), []);
  return (
    <div className={SEND_LINE}>
      <p ref={line} tabIndex={-1} className="basis-full outline-none">
        The number of events is unknown until you buy them.
        {balance !== null && ` This can cost up to your balance: ${credits(balance)}.`}
      </p>
      <PriceTag
        price={balance === null ? offer.price : maxPrice(balance)}
        busy={sending}
        disabled={offline}
        onClick={() => confirm(true)}
      >
        Send it
      </PriceTag>
      <Button variant="quiet" onClick={() => confirm(false)}>
        Cancel
      </Button>
    </div>
  );
}

/** Explains in one sentence each why nothing was sent, or that there was no response. */
function Problems() {
  const { outcome } = useTry();
  if (outcome === undefined || outcome.kind === "response") return null;
  return (
    <div role="alert" className="mt-2 rounded-2 border border-bad-line bg-bad-soft px-3 py-2.5 text-12/5 wrap-anywhere">
      {outcome.kind === "failed" ? (
        <p className={PROBLEM_TITLE}>{outcome.error.message}</p>
      ) : (
        <>
          <p className={PROBLEM_TITLE}>Not sent. Nothing was charged.</p>
          <ul>
            {outcome.kind === "refused" ? (
              outcome.problems.map(({ message }) => <li key={message}>{message}</li>)
            ) : (
              <li>You left the page. Press the button again.</li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}
