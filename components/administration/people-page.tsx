"use client";
/** Lists the people of the installation, newest first, with what an operator can do for each. */
import { ADMINISTRATION, type ListedPerson, MOST_LISTED } from "@dealflow/contract/account/administration";
import { useSuspenseQuery } from "@tanstack/react-query";
import { actionsColumn, column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { ADMINISTRATION_PAGES } from "@/components/shell/pages";
import { Section } from "@/components/shell/section";
import { dayColumn } from "@/components/shell/when";
import { buttonVariants } from "@/components/ui/button";
import { Link, TextLink } from "@/components/ui/link";
import { StateMark } from "@/components/ui/marks/state-mark";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { useIdentity } from "@/lib/client/host";
import { formatCount } from "@/lib/format/counts";
import { peopleQuery } from "@/lib/queries/administration";
import { CommandMenu } from "./command-menu";
import { personCommands } from "./commands";
import { SearchForm } from "./search-form";

export function PeoplePage({ search }: { search: string }) {
  const { people } = useSuspenseQuery(peopleQuery(search)).data;
  const self = useIdentity().person.id;
  return (
    <Section
      title="People"
      aside={
        people.length === MOST_LISTED ? `the newest ${MOST_LISTED}` : formatCount(people.length, "person", "people")
      }
      tools={<SearchForm action={ADMINISTRATION_PAGES.people} label="Name or email" search={search} />}
    >
      <SimpleTable
        caption="People"
        stacked="panel"
        rows={people}
        rowId={({ id }) => id}
        columns={personColumns(self)}
        empty="No person has this name or address."
      />
    </Section>
  );
}

function personColumns(self: string): readonly SimpleColumn<ListedPerson>[] {
  return [
    column("name", "Name", { className: "panel:w-1/4 panel:max-w-0 truncate" }, (row) => row.name),
    column("email", "Email", { line: true }, (row) => row.email),
    column("workspaces", "Workspaces", { line: true, className: "whitespace-normal! wrap-anywhere" }, (row) =>
      row.workspaces.length === 0
        ? "–"
        : row.workspaces.map(({ id, name, role }) => (
            <TextLink key={id} href={`${ADMINISTRATION_PAGES.workspaces}/${id}`} className="block w-fit">
              {name} ({role})
            </TextLink>
          )),
    ),
    column("state", "State", {}, (row) => <State of={row} />),
    dayColumn("created", "Registered", ({ createdAt }) => createdAt),
    actionsColumn((person) => (
      <>
        {person.workspaces.length === 1 && (
          <Link
            href={`${ADMINISTRATION_PAGES.ledgers}?email=${encodeURIComponent(person.email)}`}
            className={buttonVariants({ variant: "quiet" })}
            aria-label={`Ledger of ${person.name}`}
          >
            Ledger
          </Link>
        )}
        <a
          href={`${PAGE_ROUTE}${ADMINISTRATION.personFile.path.replace(":id", person.id)}`}
          download
          className={buttonVariants({ variant: "quiet" })}
          aria-label={`Export what is stored about ${person.name}`}
        >
          Export
        </a>
        {!person.demo && <CommandMenu label={`Change ${person.name}`} forms={personCommands(person, self)} />}
      </>
    )),
  ];
}

function State({ of: { disabled, confirmed, operator, demo } }: { of: ListedPerson }) {
  if (disabled) return <StateMark kind="ended">Disabled</StateMark>;
  if (!confirmed) return <StateMark kind="waiting">Address not confirmed</StateMark>;
  return <StateMark kind="ok">{operator ? "Operator" : demo ? "Demo account" : "Active"}</StateMark>;
}
