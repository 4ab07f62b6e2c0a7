/** Makes the operators' order of sources an import, so that it is applied to stored records, listed and undone. */
export const sql = `
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('file', 'retraction', 'merge', 'order')) not valid;
create index imports_order on imports (id) where kind = 'order';

insert into imports (source, file, kind, settings, started_at, ended_at)
select 'order of sources', string_agg(source, ', ' order by position), 'order',
  jsonb_build_object('dates', '[]'::jsonb, 'numbers', '{"grouping": "", "decimal": "."}'::jsonb, 'strict', false, 'map', null,
    'order', jsonb_agg(source order by position)), now(), now()
from source_trust having count(*) > 0;
drop table source_trust;
`;
