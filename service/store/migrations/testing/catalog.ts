/** What a database's schema is, told alike for two databases that were made in different ways. */
import type pg from "pg";

const OURS = "current_schema()::regnamespace";
const OF_NO_EXTENSION = (object: string, catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${object} and d.deptype = 'e')`;

const PARTS: Readonly<Record<string, string>> = {
  relations: `select c.relname, c.relkind, c.relpersistence, c.reloptions from pg_class c
    where c.relnamespace = ${OURS} and c.relkind <> 'c' and ${OF_NO_EXTENSION("c.oid", "pg_class")} order by 1`,
  columns: `select c.relname, a.attname, row_number() over (partition by c.oid order by a.attnum) as place,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attgenerated, a.attstorage, pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = ${OURS} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped order by 1, 3`,
  indexes: `select c.relname, pg_get_indexdef(i.indexrelid) as definition, i.indisvalid from pg_index i
    join pg_class c on c.oid = i.indexrelid where c.relnamespace = ${OURS} order by 1`,
  constraints: `select conrelid::regclass::text as relation, conname, pg_get_constraintdef(oid) as definition, convalidated
    from pg_constraint where connamespace = ${OURS} order by 1, 2`,
  triggers: `select tgrelid::regclass::text as relation, tgname, pg_get_triggerdef(oid) as definition, tgenabled
    from pg_trigger where not tgisinternal order by 1, 2`,
  functions: `select p.proname, pg_get_function_identity_arguments(p.oid) as arguments, p.prokind, p.prosrc, p.provolatile,
      p.proparallel, format_type(p.prorettype, null) as returns, g.agginitval
    from pg_proc p left join pg_aggregate g on g.aggfnoid = p.oid
    where p.pronamespace = ${OURS} and ${OF_NO_EXTENSION("p.oid", "pg_proc")} order by 1, 2`,
  sequences: `select sequencename, data_type, start_value, increment_by from pg_sequences where schemaname = current_schema() order by 1`,
};

export async function readCatalog(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const catalog: Record<string, unknown[]> = {};
  for (const [part, sql] of Object.entries(PARTS)) catalog[part] = (await pool.query(sql)).rows;
  return catalog;
}
