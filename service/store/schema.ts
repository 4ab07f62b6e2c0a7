/** Describes and compares the objects of a schema, so that a database can be checked before it is adopted. */
import type pg from "pg";

/** The owner of an object is a table, a sequence or a function; its relevant properties are text. */
interface SchemaObject {
  readonly owner: string;
  readonly name: string;
  readonly definition: string;
}

const OURS = "current_schema()::regnamespace";
const notOfExtension = (id: string, catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${id} and d.deptype = 'e')`;

/**
 * Definitions are printed "pretty", which leaves out the schema of objects on the search path. PostgreSQL 18 lists
 * not-null constraints among the others; they are left out because the columns include them.
 */
const OBJECTS = `
  select c.relname::text as owner, 'relation ' || c.relname as name,
    concat_ws(' ', c.relkind, c.relpersistence, array_to_string(array(select unnest(c.reloptions) order by 1), ',')) as definition
  from pg_class c where c.relnamespace = ${OURS} and c.relkind not in ('c', 'i') and ${notOfExtension("c.oid", "pg_class")}
  union all
  select c.relname, 'column ' || c.relname || '.' || a.attname,
    concat_ws(' ', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), co.collname,
      a.attnotnull, a.attgenerated, a.attstorage, pg_get_expr(d.adbin, d.adrelid, true))
  from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation co on co.oid = a.attcollation
  where c.relnamespace = ${OURS} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  union all
  select t.relname, 'index ' || i.relname,
    concat_ws(' ', pg_get_indexdef(x.indexrelid, 0, true), x.indisvalid, array_to_string(i.reloptions, ','))
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid where t.relnamespace = ${OURS}
  union all
  select t.relname, 'constraint ' || o.conname || ' of ' || t.relname, concat_ws(' ', pg_get_constraintdef(o.oid, true), o.convalidated)
  from pg_constraint o join pg_class t on t.oid = o.conrelid where t.relnamespace = ${OURS} and o.contype <> 'n'
    -- Those for the partitions of a referenced table are numbered as they are made.
    and (o.contype <> 'f' or o.conparentid = 0)
  union all
  select t.relname, 'trigger ' || g.tgname || ' of ' || t.relname, concat_ws(' ', pg_get_triggerdef(g.oid, true), g.tgenabled)
  from pg_trigger g join pg_class t on t.oid = g.tgrelid where t.relnamespace = ${OURS} and not g.tgisinternal
  union all
  select p.proname, 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
    concat_ws(' ', p.prokind, (select lanname from pg_language l where l.oid = p.prolang), p.provolatile, p.proparallel, p.prosecdef, format_type(p.prorettype, null), p.proconfig, g.agginitval, p.prosrc)
  from pg_proc p left join pg_aggregate g on g.aggfnoid = p.oid
  where p.pronamespace = ${OURS} and ${notOfExtension("p.oid", "pg_proc")}
  union all
  select s.sequencename, 'sequence ' || s.sequencename, concat_ws(' ', s.data_type, s.start_value, s.increment_by)
  from pg_sequences s where s.schemaname = current_schema()
  order by 1, 2`;

/** Lists the objects of the current schema, without those of extensions. */
export async function readSchema(client: pg.ClientBase | pg.Pool): Promise<SchemaObject[]> {
  return (await client.query<SchemaObject>(OBJECTS)).rows;
}

/** Names the objects in which the actual schema differs from the expected one. Tables and functions of others are ignored. */
export function compareSchemas(expected: readonly SchemaObject[], actual: readonly SchemaObject[]): string[] {
  const owners = new Set(expected.map(({ owner }) => owner));
  const definitions = (objects: readonly SchemaObject[]) =>
    new Map(objects.filter(({ owner }) => owners.has(owner)).map(({ name, definition }) => [name, definition]));
  const [before, after] = [definitions(expected), definitions(actual)];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}
