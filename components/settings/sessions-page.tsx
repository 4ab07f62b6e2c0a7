"use client";
/** Lists the person's sessions, and ends them. */
import { PEOPLE, type PersonSession } from "@dealflow/contract/account/people";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { actionsColumn, column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { useNow } from "@/components/shell/clock";
import { Section, Unread } from "@/components/shell/section";
import { dayColumn, When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { useIdentity } from "@/lib/client/host";
import { count, formatCount } from "@/lib/format/counts";
import { describeDevice } from "@/lib/format/device";
import { accountListQuery } from "@/lib/queries/account";
import { combineMutations, useAccountMutation, useSignOut } from "@/lib/queries/account-mutation";
import { Aside } from "./member-columns";
import { ShowMore } from "./show-more";

export function SessionsPage() {
  const { person } = useIdentity();
  const query = useSuspenseInfiniteQuery(accountListQuery(PEOPLE.sessions));
  const [confirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  const signOut = useSignOut();
  const end = useAccountMutation(PEOPLE.endSession, { invalidates: [PEOPLE.sessions] });
  const endOthers = useAccountMutation(PEOPLE.endOtherSessions, { invalidates: [PEOPLE.sessions], onSuccess: close });
  const today = useNow().toISOString().slice(0, 10);
  const others = query.data.filter(({ current }) => !current).length;
  const atLeast = (number: number, noun: string) =>
    query.hasNextPage ? `${count(number)}+ ${noun}s` : formatCount(number, noun);
  const { isPending, problem } = combineMutations(signOut, end);
  return (
    <Section
      title="Sessions"
      aside={atLeast(query.data.length, "session")}
      tools={
        <Button disabled={others === 0} onClick={() => setConfirming(true)}>
          End all others
        </Button>
      }
      words={
        person.demo
          ? "The demo account is shared. You can only see your own sessions."
          : "Where you're signed in. If you don't recognize a session, end it and change your password."
      }
    >
      {problem !== undefined && <Unread problem={problem} />}
      <SimpleTable
        caption="Sessions"
        stacked="tablet"
        rows={query.data}
        rowId={({ id }) => id}
        columns={sessionColumns(today, isPending, ({ id, current }) =>
          current ? signOut.mutate() : end.mutate({ id }),
        )}
      />
      <ShowMore of={query} what="sessions" />
      {confirming && (
        <ActionDialog
          title={`End ${atLeast(others, "other session")}?`}
          description="They'll need to sign in again. This session stays active."
          action="Sign out others"
          status={endOthers}
          onAction={() => endOthers.mutate()}
          onClose={close}
        />
      )}
    </Section>
  );
}

function sessionColumns(
  today: string,
  busy: boolean,
  onEnd: (session: PersonSession) => void,
): readonly SimpleColumn<PersonSession>[] {
  return [
    column("device", "Device", { className: "max-w-80 truncate" }, (row) => (
      <span title={row.userAgent ?? undefined}>
        {describeDevice(row.userAgent)}
        {row.current && <Aside>this session</Aside>}
      </span>
    )),
    column("address", "Address", {}, (row) => row.address ?? "–"),
    dayColumn("created", "Signed in", ({ createdAt }) => createdAt, "Since"),
    column("used", "Last used", { prefix: "Used" }, (row) =>
      row.lastUsedAt.slice(0, 10) === today ? "today" : <When at={row.lastUsedAt} />,
    ),
    actionsColumn((session) => (
      <Button
        variant="quiet"
        aria-label={
          session.current ? "Sign out of this session" : `End the session of ${describeDevice(session.userAgent)}`
        }
        disabled={busy}
        onClick={() => onEnd(session)}
      >
        {session.current ? "Sign out" : "End"}
      </Button>
    )),
  ];
}
