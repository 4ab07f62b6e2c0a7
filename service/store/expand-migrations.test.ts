/**
 * During an upgrade programs of the previous version run on the new schema, so a migration only adds to it (expand). What nobody
 * uses any more is removed a release later, by a migration that is listed here (contract).
 */
import { expect, it } from "vitest";
import { MIGRATIONS } from "./migrate";

/** This migration completes the schema of the first release; an upgrade to it stopped the service. */
const FIRST_RELEASE = "0013-ranks-of-new-companies";

/** Each contract step has the last version that used what it removes, at which no upgrade to this version begins. */
const CONTRACT_STEPS: Readonly<Record<string, string>> = {
  "0015-totals-from-columns": 'the one before "Count totals from the columns, and keep the columns in files"',
};

const BODY = /\$(\w*)\$.*?\$\1\$/gs;
const CREATED_TABLE = /\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g;
const ALTERED_TABLE = /\b(?:alter table (?:if exists )?(?:only )?|\bon )(\w+)/;

/** These statements, on tables that exist before their migration, harm the previous version or its requests. */
const BREAKING: readonly (readonly [RegExp, string])[] = [
  [/\bdrop (?:table|column|view|materialized view|function|type|sequence|schema)\b/, "removes"],
  [/\brename\b/, "renames"],
  [/\balter (?:column )?\w+ (?:set data )?type\b/, "changes a type"],
  [/\bset not null\b/, "requires a value"],
  [/\badd (?:column )?(?:if not exists )?\w+ (?!.*\bdefault\b).*\bnot null\b/, "adds a column that requires a value"],
  [/\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/, "reads the whole table while it is locked"],
  [/\badd (?:constraint \w+ )?(?:unique|primary key)\b/, "builds an index while the table is locked"],
  // An operator with a large table creates it concurrently before the upgrade.
  [/\bcreate (?:unique )?index (?!if not exists\b)/, "builds an index that may not exist yet"],
];

function findBreakingStatements(sql: string): string[] {
  const text = sql.replaceAll(/--.*$/gm, "").replaceAll(BODY, "").replaceAll(/\s+/g, " ").toLowerCase();
  const created = [...text.matchAll(CREATED_TABLE)].map(([, table]) => table);
  return text
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => !created.includes(ALTERED_TABLE.exec(statement)?.[1]))
    .flatMap((statement) =>
      BREAKING.filter(([pattern]) => pattern.test(statement)).map(([, effect]) => `${effect}: ${statement}`),
    );
}

it("a migration after the first release only adds to the schema, unless it is listed as a contract step", () => {
  const later = MIGRATIONS.filter(({ name }) => name > FIRST_RELEASE && !(name in CONTRACT_STEPS));
  expect(later.flatMap(({ name, sql }) => findBreakingStatements(sql).map((found) => `${name} ${found}`))).toEqual([]);
});

it.each([
  ["drop table companies", "removes"],
  ["alter table companies drop column name", "removes"],
  ["alter table companies rename column name to title", "renames"],
  ["alter table companies alter column name type varchar(20)", "changes a type"],
  ["alter table companies alter name set not null", "requires a value"],
  ["alter table companies add column tier text not null", "adds a column that requires a value"],
  ["alter table companies add constraint c check (name <> '')", "reads the whole table while it is locked"],
  ["alter table companies add unique (name)", "builds an index while the table is locked"],
  ["create index companies_tier on companies (tier)", "builds an index that may not exist yet"],
])("%s is found", (sql, effect) => {
  expect(findBreakingStatements(`create table new (id uuid not null);\n${sql};`)).toEqual([`${effect}: ${sql}`]);
});

it.each([
  "alter table companies add column tier text not null default 'none'",
  "alter table companies add column tier text -- not null a release later",
  "alter table companies add constraint c check (name <> '') not valid",
  "create index if not exists companies_tier on companies (tier)",
  "create table new (id uuid not null); create index new_id on new (id); alter table new add unique (id)",
  "create function f() returns void language sql as $$ drop table companies; $$",
])("%s is not", (sql) => {
  expect(findBreakingStatements(sql)).toEqual([]);
});
