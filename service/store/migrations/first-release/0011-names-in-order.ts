/** Lets imports read the first companies of a name, also where very many have it. */
export const sql = `
create index companies_named_in_order on companies (name_key, id);
create index companies_named_in_part_in_order on companies (name_part, id) where name_part is not null;
drop index companies_named;
drop index companies_named_in_part;
`;
