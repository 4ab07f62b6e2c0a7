"use client";
/** Where the person is signed in, and ending that. */
import { useState } from "react";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { signOut } from "@/lib/client/sign-out";
import type { ListPage } from "@/lib/contract/account-lists";
import { PEOPLE, type PersonSession } from "@/lib/contract/account-people";
import { count, formatCount } from "@/lib/format/counts";
import { describeDevice } from "@/lib/format/device";
import { useAccountAction, useAccountList } from "@/lib/queries/account";
import { requestError } from "./account-error";
import { ConfirmDialog } from "./confirm-dialog";
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
                ? "The demo account is shared by everybody on this machine: of its sessions you see your own alone."
                : "Where you are signed in. One that you do not know should be ended, and the password changed."
            }
          >
            {problem !== undefined && <Unread problem={problem} />}
            <table className="settings-table">
              <caption className="sr-only">Sessions</caption>
              <thead>
                <tr>
                  <th scope="col">Device</th>
                  <th scope="col">Address</th>
                  <th scope="col">Signed in</th>
                  <th scope="col">Last used</th>
                  <th scope="col">
                    <span className="sr-only">Change</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {sessions.map((session) => (
                  <Row key={session.id} of={session} busy={busy} onEnd={() => void end(session)} />
                ))}
              </tbody>
            </table>
            <ShowMore of={paged} what="sessions" />
            {confirming && (
              <ConfirmDialog
                title={`End ${atLeast(others, "other session")}?`}
                action="End them"
                onConfirm={async () => {
                  const error = await requestError(PEOPLE.endOtherSessions);
                  await refetch();
                  return error;
                }}
                onClose={() => setConfirming(false)}
              >
                Whoever uses them has to sign in refetch. This one stays.
              </ConfirmDialog>
            )}
          </Section>
        )
      }
    </SettingsPage>
  );
}

function Row({ of, busy, onEnd }: { of: PersonSession; busy: boolean; onEnd: () => void }) {
  const device = describeDevice(of.userAgent);
  const now = useNow();
  const today = of.lastUsedAt.slice(0, 10) === now.toISOString().slice(0, 10);
  return (
    <tr>
      <th scope="row" title={of.userAgent ?? undefined}>
        {device}
        {of.current && <span className="ml-2 text-12 font-regular text-text-2">this session</span>}
      </th>
      <td data-cell="address">{of.address ?? "–"}</td>
      <td data-cell="created">
        <When at={of.createdAt} />
      </td>
      <td data-cell="used">{today ? "today" : <When at={of.lastUsedAt} />}</td>
      <td data-cell="change">
        <span className="flex justify-end gap-4 max-tablet:[&>button]:min-h-8">
          <Button
            look="quiet"
            aria-label={of.current ? "Sign out of this session" : `End the session of ${device}`}
            disabled={busy}
            onClick={onEnd}
          >
            {of.current ? "Sign out" : "End"}
          </Button>
        </span>
      </td>
    </tr>
  );
}
