"use client";
import type { ListPage } from "@dealflow/contract/account-lists";
import { PEOPLE, type PersonSession } from "@dealflow/contract/account-people";
/** Where the person is signed in, and ending that. */
import { useState } from "react";
import { actionsColumn, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { signOut } from "@/lib/client/sign-out";
import { count, formatCount } from "@/lib/format/counts";
import { describeDevice } from "@/lib/format/device";
import { useAccountAction, useAccountList } from "@/lib/queries/account";
import { requestError } from "./account-error";
import { ConfirmDialog } from "./confirm-dialog";
import { Aside } from "./member-columns";
import { Section, SettingsPage, Unread } from "./settings-page";
import { ShowMore } from "./show-more";
import { When } from "./when";

interface Props {
  initialSessions: ListPage<PersonSession> | string;
  note: string | undefined;
}

export function SessionsPage({ initialSessions, note }: Props) {
  const paged = useAccountList(initialSessions, PEOPLE.sessions);
  const { items: sessions, refetch } = paged;
  const [confirming, setConfirming] = useState(false);
  const { busy, problem, run } = useAccountAction();
  const today = useNow().toISOString().slice(0, 10);
  const end = (session: PersonSession) =>
    run(async () => {
      if (session.current) return signOut();
      const error = await requestError(PEOPLE.endSession, { id: session.id });
      await refetch();
      return error;
    });
  const others = typeof sessions === "string" ? 0 : sessions.filter(({ current }) => !current).length;
  const atLeast = (number: number, noun: string) =>
    paged.hasMore ? `${count(number)}+ ${noun}s` : formatCount(number, noun);

  return (
    <SettingsPage note={note}>
      {({ person }) =>
        typeof sessions === "string" ? (
          <Unread problem={sessions} />
        ) : (
          <Section
            title="Sessions"
            aside={atLeast(sessions.length, "session")}
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
              rows={sessions}
              rowId={({ id }) => id}
              columns={sessionColumns(today, busy, (session) => void end(session))}
            />
            <ShowMore of={paged} what="sessions" />
            {confirming && (
              <ConfirmDialog
                title={`End ${atLeast(others, "other session")}?`}
                action="Sign out others"
                onConfirm={async () => {
                  const error = await requestError(PEOPLE.endOtherSessions);
                  await refetch();
                  return error;
                }}
                onClose={() => setConfirming(false)}
              >
                They'll need to sign in again. This session stays active.
              </ConfirmDialog>
            )}
          </Section>
        )
      }
    </SettingsPage>
  );
}

function sessionColumns(
  today: string,
  busy: boolean,
  onEnd: (session: PersonSession) => void,
): readonly SimpleColumn<PersonSession>[] {
  return [
    {
      id: "device",
      header: "Device",
      meta: { className: "max-w-80 truncate" },
      cell: ({ row: { original } }) => (
        <span title={original.userAgent ?? undefined}>
          {describeDevice(original.userAgent)}
          {original.current && <Aside>this session</Aside>}
        </span>
      ),
    },
    { id: "address", header: "Address", cell: ({ row }) => row.original.address ?? "–" },
    {
      id: "created",
      header: "Signed in",
      meta: { prefix: "Since" },
      cell: ({ row }) => <When at={row.original.createdAt} />,
    },
    {
      id: "used",
      header: "Last used",
      meta: { prefix: "Used" },
      cell: ({ row: { original } }) =>
        original.lastUsedAt.slice(0, 10) === today ? "today" : <When at={original.lastUsedAt} />,
    },
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
