import type { ReactNode } from "react";
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import type { RequestError } from "@/lib/client/requests/send-request";
import { exactPrice } from "@/lib/format/price";

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="px-gutter py-3 text-bad-text">
      {children}
    </p>
  );
}

interface Props {
  outcome: "gone" | RequestError;
  disabled: boolean;
  onRetry: () => void;
}

/** Explains why a record was not bought. */
export function PurchaseProblem({ outcome, disabled, onRetry }: Props) {
  if (outcome === "gone") return <Problem>This record is no longer in the feed. Nothing was charged.</Problem>;
  return (
    <ErrorNotice
      error={outcome}
      what="The record"
      stays=""
      price={exactPrice(1)}
      disabled={disabled}
      onRetry={onRetry}
    />
  );
}
