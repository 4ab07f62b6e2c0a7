import type { AccountEndpoint, CallArguments, ResponseOf } from "@dealflow/contract/account/endpoint";
import { PEOPLE } from "@dealflow/contract/account/people";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { leaveSignedOut } from "@/lib/client/sign-out";
import { type AccountRequestError, accountKey, callAccount } from "./account";
import { getQueryClient } from "./client";

interface Options<E extends AccountEndpoint> {
  /** These queries are fetched again before the mutation ends, also when it failed. */
  readonly invalidates?: readonly Pick<AccountEndpoint, "path">[];
  /** The mutation stays pending until this is over. */
  onSuccess?(value: ResponseOf<E>, call: CallArguments<E>): unknown;
  onError?(error: AccountRequestError): void;
}

export function useAccountMutation<E extends AccountEndpoint>(
  endpoint: E,
  { invalidates = [], onSuccess, onError }: Options<E> = {},
) {
  // Forms outside of a workspace's pages have no provider around them.
  const client = getQueryClient();
  // Two presses can come before `isPending` is rendered.
  const sending = useRef(false);
  const { isPending, isSuccess, data, error, submittedAt, mutate } = useMutation<
    ResponseOf<E>,
    AccountRequestError,
    CallArguments<E>
  >(
    {
      mutationFn: (call) => callAccount(endpoint, ...call),
      onSuccess: (value, call) => onSuccess?.(value, call),
      onError: (failure) => onError?.(failure),
      onSettled: async () => {
        await Promise.all(invalidates.map((changed) => client.invalidateQueries({ queryKey: accountKey(changed) })));
        sending.current = false;
      },
    },
    client,
  );
  return {
    isPending,
    isSuccess,
    data,
    error,
    /** The problem says in a sentence why the latest call was rejected. */
    problem: error?.message,
    /** The latest call was made at this time, in ms since 1970; 0 before the first. */
    submittedAt,
    /** Does nothing while an earlier call is pending. */
    mutate: (...call: CallArguments<E>) => {
      if (sending.current) return;
      sending.current = true;
      mutate(call);
    },
  };
}

type MutationState = Pick<ReturnType<typeof useAccountMutation>, "isPending" | "problem" | "submittedAt">;

/** Combines several mutations: pending when any is, with the problem of the one that was called last. */
export function combineMutations(...mutations: readonly MutationState[]) {
  const [latest] = mutations.toSorted((a, b) => b.submittedAt - a.submittedAt);
  return { isPending: mutations.some(({ isPending }) => isPending), problem: latest?.problem };
}

export function useSignOut(to?: string) {
  return useAccountMutation(PEOPLE.signOut, { onSuccess: () => leaveSignedOut(to) });
}
