/**
 * Makes a table one that is partitioned by the months of its ids, which are UUID v7. The table that is there becomes the first
 * partition as it is; the months that follow it are added by a job (`service/store/partitions.ts`).
 */

/** The last ms that the time of an id can hold. */
const LAST_MS = 2 ** 48 - 1;

/**
 * The first partition ends so many months after this one. When the constraint is prepared and the table is not partitioned after
 * all, it refuses rows from then on, and the version before knows nothing of it.
 */
const MONTHS = { prepared: 12, empty: 2 } as const;

/** Selects the first id of a month that begins so much later, seen from now and from the latest row. */
const bound = (table: string, months: number) => `
  select (lpad(to_hex(least(${LAST_MS}, extract(epoch from date_trunc('month', latest at time zone 'UTC') + interval '${months} months') * 1000)::bigint), 12, '0')
    || '70008000000000000000')::uuid
  from (select greatest(now(), (select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    from ${table} order by id desc limit 1)) as latest) l`;

/**
 * Returns the statements that let the rows be partitioned without reading them under a lock: a constraint that holds for new
 * rows from now on, and its validation, during which rows are read and written.
 */
export function prepareMonths(table: string): string[] {
  return [
    `do $$ begin
       if not exists (select from pg_constraint where conrelid = '${table}'::regclass and conname = '${table}_until')
         and exists (select from pg_class where oid = '${table}'::regclass and relkind = 'r') then
         execute format('alter table ${table} add constraint ${table}_until check (id < %L) not valid', (${bound(table, MONTHS.prepared)}));
       end if;
     end $$`,
    `do $$ begin
       if exists (select from pg_constraint where conrelid = '${table}'::regclass and conname = '${table}_until' and not convalidated) then
         alter table ${table} validate constraint ${table}_until;
       end if;
     end $$`,
  ];
}

interface Parts {
  /** Each has what a column refers to, as in the first partition. */
  readonly references?: Readonly<Record<string, string>>;
  /** Each has the columns and the condition of an index that the first partition has too. */
  readonly indexes: Readonly<Record<string, string>>;
}

/**
 * Programs of the previous version go on with the partitioned table, which has the name and the columns of the one before.
 * What is stated again about it is taken over from the first partition, so nothing is read or built.
 */
export function partitionByMonth(table: string, { references = {}, indexes }: Parts): string {
  const columns = [
    `like ${table}_first including defaults including constraints`,
    ...Object.entries(references).map(
      ([column, target]) => `constraint ${table}_${column}_fkey foreign key (${column}) references ${target}`,
    ),
  ];
  // A lock that is raised later would deadlock with programs that hold a weaker one. They lock the tables in this order.
  const locked = [...Object.values(references).map((target) => target.split(" ")[0]), table].join(", ");
  return `
lock table ${locked} in access exclusive mode;
alter table ${table} rename to ${table}_first;
do $$
declare index text;
begin
  for index in select substr(c.relname, ${table.length + 1}) from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = '${table}_first'::regclass and starts_with(c.relname, '${table}') loop
    execute format('alter index %I rename to %I', '${table}' || index, '${table}_first' || index);
  end loop;
end $$;
create table ${table} (
  ${columns.join(",\n  ")}
) partition by range (id);
alter table ${table} drop constraint if exists ${table}_until;
do $$
declare until uuid;
begin
  select substring(pg_get_constraintdef(oid) from '''(.+)''')::uuid into until from pg_constraint
    where conrelid = '${table}_first'::regclass and conname = '${table}_until';
  until := coalesce(until, (${bound(`${table}_first`, MONTHS.empty)}));
  execute format('alter table ${table} attach partition ${table}_first for values from (minvalue) to (%L)', until);
end $$;
alter table ${table}_first drop constraint if exists ${table}_until;
-- Holds what no month is there for, so that no insert fails.
create table ${table}_default partition of ${table} default;
alter table ${table} add primary key (id);
${Object.entries(indexes)
  .map(([name, definition]) => `create index ${name} on ${table} ${definition};`)
  .join("\n")}
`;
}
