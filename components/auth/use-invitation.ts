import { type InvitationPreview, WORKSPACES } from "@dealflow/contract/account/people";
import { skipToken, useQuery } from "@tanstack/react-query";
import { AccountRequestError, accountKey, callAccount } from "@/lib/queries/account";
import { getQueryClient } from "@/lib/queries/client";
import { invitationToken } from "./link-token";

/** Reads the invitation of a link; nothing without its token. */
export function useInvitation(token: string | null | undefined) {
  return useQuery(
    {
      queryKey: [...accountKey(WORKSPACES.readInvitation), token],
      queryFn: token ? () => readInvitation(token) : skipToken,
      staleTime: 0,
    },
    // These pages have no provider.
    getQueryClient(),
  );
}

async function readInvitation(token: string): Promise<InvitationPreview> {
  try {
    return await callAccount(WORKSPACES.readInvitation, { body: { token } });
  } catch (error) {
    // A rejected invitation stays rejected.
    if (error instanceof AccountRequestError && error.status >= 400 && error.status < 429) invitationToken.clearSaved();
    throw error;
  }
}
