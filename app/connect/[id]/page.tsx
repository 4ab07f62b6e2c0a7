import { CONNECTIONS, type ConnectionRequest } from "@dealflow/contract/account/connections";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConsentFrame } from "@/components/connect/consent-frame";
import { ConsentPage } from "@/components/connect/consent-page";
import { AccountDataError, readAccountData } from "@/lib/server/pages/account-data";
import { requireIdentity } from "@/lib/server/pages/identity";

export const metadata: Metadata = { title: "Connect an app" };

/** People who are signed out sign in first, and return here. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const identity = await requireIdentity();
  if (identity === null) notFound();
  const { id } = await params;
  let request: ConnectionRequest | string;
  try {
    request = await readAccountData(CONNECTIONS.connectionRequest, { id });
  } catch (error) {
    if (!(error instanceof AccountDataError)) throw error;
    request = error.message;
  }
  return (
    <ConsentFrame identity={identity}>
      {typeof request === "string" ? (
        <>
          <h1 className="text-15 font-semibold tracking-tight">The app could not be connected</h1>
          <p className="mt-1">{request}</p>
        </>
      ) : (
        <ConsentPage id={id} request={request} identity={identity} />
      )}
    </ConsentFrame>
  );
}
