"use client";
/** Shows the owned moves of one person. Opening the page never buys. */

import { PERSON_ID_PARAMETER } from "@dealflow/contract/feed-filters";
import { FEEDS } from "@dealflow/contract/feeds";
import { MOVE_TYPES } from "@dealflow/contract/values/events";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, externalUrl } from "@/components/feed/record/external-link";
import { NotFoundPage, OwnedPage } from "@/components/feed/record/owned-page";
import { Heading, Metric, Metrics, PageName } from "@/components/feed/record/page-parts";
import { announcedYear, RecordLines } from "@/components/feed/record/record-lines";
import { CompanyLink } from "@/components/feed/sheet/record-links";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useOpenRecord } from "@/lib/client/address";
import { personAddress } from "@/lib/client/timelines/addresses";
import { buildAddress } from "@/lib/filters/address";
import { PAGES } from "@/lib/filters/pages";
import { count, formatCount } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { listedTitle } from "@/lib/format/listed-title";
import { type OwnedRow, ownedPersonQuery, usePaysOnce } from "@/lib/queries/owned/owned";

type Move = OwnedRow<"execMoves">;

interface Props {
  id: string;
  /** The query of the address has its parameters in order of name. */
  search: string;
}

const NONE: readonly Move[] = [];

export function PersonPage({ id, search }: Props) {
  const enabled = usePaysOnce();
  const { data, error, refetch } = useQuery({ ...ownedPersonQuery(id), enabled });
  const opened = useOpenRecord(personAddress(id), search);
  const moves = data ?? NONE;
  const [latest] = moves;
  if (latest === undefined && (data !== undefined || !enabled)) return <PersonNotFound />;
  const { person, role, company, moveType } = latest?.record ?? {};
  const profile = externalUrl(person?.socialUrl);
  return (
    <OwnedPage
      title={FEEDS.execMoves.title}
      head={
        latest && (
          <>
            <PageName>{person?.name ?? "Unnamed person"}</PageName>
            <p className="text-text-2">
              {moveType === "departure" && "Formerly "}
              {role ?? "Role not stated"}
              {company && (
                <>
                  {", "}
                  <CompanyLink company={company} />
                </>
              )}
              {profile && (
                <>
                  {" · "}
                  <ExternalLink quiet href={profile.href}>
                    {person?.socialHandle ?? "Profile"}
                  </ExternalLink>
                </>
              )}
            </p>
          </>
        )
      }
      error={error}
      retry={() => void refetch()}
      records={data && { feed: "execMoves", rows: data }}
      opened={opened}
    >
      {latest && (
        <>
          <p className="mt-1 max-w-measure text-text-2" data-testid="coverage">
            Based on the {formatCount(moves.length, "exec move")} you own of this person. There may be more.
          </p>
          <Figures moves={moves} latest={latest} />
          <RecordLines
            title="Moves you own"
            lines={moves.map((move) => ({
              key: move.key,
              announcedAt: move.record.announcedAt,
              title: moveTitle(move),
              name: <Companies move={move} />,
              aside: <span className="text-12 text-text-2 wrap-anywhere">{move.record.role}</span>,
            }))}
            opened={opened}
          />
          <section className="mt-6 border-t border-line-strong pt-4" aria-labelledby="person-more">
            <Heading id="person-more">Other moves</Heading>
            <p className="max-w-measure text-text-2">
              Who moved shows when a move is revealed. All moves of this person can be searched for a price.
            </p>
            <p className="mt-3">
              <Link href={buildAddress(FEEDS.execMoves, { [PERSON_ID_PARAMETER]: id })} className={buttonVariants()}>
                Moves of this person
              </Link>
            </p>
          </section>
        </>
      )}
    </OwnedPage>
  );
}

function Companies({ move: { record } }: { move: Move }) {
  return (
    <>
      <CompanyLink company={record.company} />
      {record.fromCompany !== null && (
        <span className="font-regular text-text-2">
          {" from "}
          <CompanyLink company={record.fromCompany} />
        </span>
      )}
    </>
  );
}

function Figures({ moves, latest }: { moves: readonly Move[]; latest: Move }) {
  const { company, announcedAt } = latest.record;
  const years = new Set([announcedYear(moves.at(-1)?.record.announcedAt ?? null), announcedYear(announcedAt)]);
  const companies = new Set(
    moves.flatMap(({ record }) => [record.company, record.fromCompany].flatMap((one) => one?.id ?? one?.name ?? [])),
  );
  return (
    <Metrics name="person-metrics">
      <Metric label="Moves, owned" note={[...years].join(" to ")}>
        {count(moves.length)}
      </Metric>
      <Metric label="Companies, owned moves" note={company?.name}>
        {count(companies.size)}
      </Metric>
      <Metric label="Latest owned move" note={announcedAt && longDate(announcedAt)}>
        {moveTitle(latest)}
      </Metric>
    </Metrics>
  );
}

function moveTitle({ record: { moveType } }: Move): string {
  return moveType === null ? "Move" : listedTitle(MOVE_TYPES, moveType);
}

export function PersonNotFound() {
  return (
    <NotFoundPage
      title={FEEDS.execMoves.title}
      heading="Person not found"
      text="No exec move you own names a person with this id."
      href={PAGES.execMoves}
      link="Search exec moves"
    />
  );
}
