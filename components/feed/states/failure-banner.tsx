import { costSentence } from "@dealflow/client/charged";
import type { ReactNode } from "react";
import { CopyRequestId, RequestId } from "@/components/feed/record/request-id";
import { PriceTag } from "@/components/ui/prices/price-tag";
import type { RequestError } from "@/lib/client/requests/send-request";
import { asSentence } from "@/lib/client/sentence";
import type { Price } from "@/lib/format/price";
import { Banner } from "./banner";

interface Props {
  error: RequestError;
  tone?: "warn" | "bad";
  title: string;
  /** Requesting it again costs this. */
  price: Price | undefined;
  disabled: boolean;
  onRetry: () => void;
  /** The children are further sentences. */
  children?: ReactNode;
}

/** Shows the error of a request, and what it cost. */
export function FailureBanner({
  error: { status, requestId, charged, message },
  tone = "bad",
  title,
  price,
  disabled,
  onRetry,
  children,
}: Props) {
  const cost = costSentence(charged);
  const sentence = asSentence(message);
  return (
    <Banner
      tone={tone}
      title={title}
      actions={
        <>
          {requestId !== undefined && <CopyRequestId id={requestId} />}
          <PriceTag price={price} disabled={disabled} onClick={onRetry}>
            Try again
          </PriceTag>
        </>
      }
    >
      {status > 0 && `Error ${status}`}
      {requestId !== undefined && (
        <>
          {status > 0 ? ", request " : "Request "}
          <RequestId id={requestId} />
        </>
      )}
      {(status > 0 || requestId !== undefined) && ". "}
      {sentence} {!sentence.toLowerCase().includes(cost.slice(0, -1).toLowerCase()) && cost} {children}
    </Banner>
  );
}
