/** Lets searches find companies by the names that they had before. */

/** These marks are left out of folded texts: those of `\p{M}` in the basic plane. */
export const MARKS =
  "\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1-\\u05c2\\u05c4-\\u05c5\\u05c7\\u0610-\\u061a" +
  "\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7-\\u06e8\\u06ea-\\u06ed\\u0711\\u0730-\\u074a" +
  "\\u07a6-\\u07b0\\u07eb-\\u07f3\\u07fd\\u0816-\\u0819\\u081b-\\u0823\\u0825-\\u0827\\u0829-\\u082d" +
  "\\u0859-\\u085b\\u0897-\\u089f\\u08ca-\\u08e1\\u08e3-\\u0903\\u093a-\\u093c\\u093e-\\u094f\\u0951-\\u0957" +
  "\\u0962-\\u0963\\u0981-\\u0983\\u09bc\\u09be-\\u09cd\\u09d7\\u09e2-\\u09e3\\u09fe-\\u0a03\\u0a3c-\\u0a51" +
  "\\u0a70-\\u0a71\\u0a75\\u0a81-\\u0a83\\u0abc\\u0abe-\\u0acd\\u0ae2-\\u0ae3\\u0afa-\\u0b03\\u0b3c" +
  "\\u0b3e-\\u0b57\\u0b62-\\u0b63\\u0b82\\u0bbe-\\u0bcd\\u0bd7\\u0c00-\\u0c04\\u0c3c\\u0c3e-\\u0c56" +
  "\\u0c62-\\u0c63\\u0c81-\\u0c83\\u0cbc\\u0cbe-\\u0cd6\\u0ce2-\\u0ce3\\u0cf3-\\u0d03\\u0d3b-\\u0d3c" +
  "\\u0d3e-\\u0d4d\\u0d57\\u0d62-\\u0d63\\u0d81-\\u0d83\\u0dca-\\u0ddf\\u0df2-\\u0df3\\u0e31\\u0e34-\\u0e3a" +
  "\\u0e47-\\u0e4e\\u0eb1\\u0eb4-\\u0ebc\\u0ec8-\\u0ece\\u0f18-\\u0f19\\u0f35\\u0f37\\u0f39\\u0f3e-\\u0f3f" +
  "\\u0f71-\\u0f84\\u0f86-\\u0f87\\u0f8d-\\u0fbc\\u0fc6\\u102b-\\u103e\\u1056-\\u1059\\u105e-\\u1060" +
  "\\u1062-\\u1064\\u1067-\\u106d\\u1071-\\u1074\\u1082-\\u108d\\u108f\\u109a-\\u109d\\u135d-\\u135f" +
  "\\u1712-\\u1715\\u1732-\\u1734\\u1752-\\u1753\\u1772-\\u1773\\u17b4-\\u17d3\\u17dd\\u180b-\\u180d\\u180f" +
  "\\u1885-\\u1886\\u18a9\\u1920-\\u193b\\u1a17-\\u1a1b\\u1a55-\\u1a7f\\u1ab0-\\u1b04\\u1b34-\\u1b44" +
  "\\u1b6b-\\u1b73\\u1b80-\\u1b82\\u1ba1-\\u1bad\\u1be6-\\u1bf3\\u1c24-\\u1c37\\u1cd0-\\u1cd2\\u1cd4-\\u1ce8" +
  "\\u1ced\\u1cf4\\u1cf7-\\u1cf9\\u1dc0-\\u1dff\\u20d0-\\u20f0\\u2cef-\\u2cf1\\u2d7f\\u2de0-\\u2dff" +
  "\\u302a-\\u302f\\u3099-\\u309a\\ua66f-\\ua672\\ua674-\\ua67d\\ua69e-\\ua69f\\ua6f0-\\ua6f1\\ua802\\ua806" +
  "\\ua80b\\ua823-\\ua827\\ua82c\\ua880-\\ua881\\ua8b4-\\ua8c5\\ua8e0-\\ua8f1\\ua8ff\\ua926-\\ua92d" +
  "\\ua947-\\ua953\\ua980-\\ua983\\ua9b3-\\ua9c0\\ua9e5\\uaa29-\\uaa36\\uaa43\\uaa4c-\\uaa4d\\uaa7b-\\uaa7d" +
  "\\uaab0\\uaab2-\\uaab4\\uaab7-\\uaab8\\uaabe-\\uaabf\\uaac1\\uaaeb-\\uaaef\\uaaf5-\\uaaf6\\uabe3-\\uabea" +
  "\\uabec-\\uabed\\ufb1e\\ufe00-\\ufe0f\\ufe20-\\ufe2f";
/** These are the letters of scripts that separate words, and of those that do not, as the search knows them. */
const SPACED =
  "\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u037d\\u037f-\\u0386\\u0388-\\u0588\\u058a-\\u05bd" +
  "\\u05bf-\\u060b\\u060d-\\u061a\\u061c-\\u061e\\u0620-\\u06d3\\u06d5-\\u0963\\u0966-\\u0dff\\u0f00-\\u0fff" +
  "\\u10a0-\\u10ff\\u1200-\\u177f\\u1800-\\u1fff\\u2c00-\\u2dff\\ufb00-\\ufdff\\ufe70-\\ufefc\\uff10-\\uff19" +
  "\\uff21-\\uff3a\\uff41-\\uff5a\\U00010000-\\U0001efff";
const UNSPACED =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3031-\\u3035\\u3041-\\u309f" +
  "\\u30a1-\\u30fa\\u30fc-\\u31ff\\u3400-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc" +
  "\\U00020000-\\U0003ffff";

export const sql = `
-- Returns a text in lower case and without accents, as searches compare it. Most texts are ASCII, which is quick to see.
create function folded_text(given text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(given) = char_length(given) then
    return lower(given);
  end if;
  return lower(regexp_replace(normalize(given, NFD), '[${MARKS}]', '', 'g'));
end $$;

-- Returns the terms that index a folded text besides its trigrams: short words, and letters beyond ASCII in a row.
create function search_terms_of(folded text) returns text[] language plpgsql immutable parallel safe cost 1000 as $$
begin
  if octet_length(folded) = char_length(folded) then
    return array(
      select distinct word[1] from regexp_matches(folded, '([a-z0-9]+)', 'g') word where char_length(word[1]) <= 2);
  end if;
  return array(
    select word[1] from regexp_matches(folded, '([a-z0-9${SPACED}]+)', 'g') word where char_length(word[1]) <= 2
    union
    select '*' || substr(run, first, size) from (
      select run[1] as run, 3 as size from regexp_matches(folded, '([${SPACED}]+)', 'g') run
      union all
      select run[1], size from regexp_matches(folded, '([${UNSPACED}]+)', 'g') run, unnest(array[1, 2]) size
    ) runs, generate_series(1, char_length(run) - size + 1) first);
end $$;

create index company_former_names_search on company_former_names using gin (folded_text(name) gin_trgm_ops);
create index company_former_names_search_terms on company_former_names using gin (search_terms_of(folded_text(name)));

-- A page of a search is kept in memory until the directory changes, and its companies may be found by another name now.
create function note_former_names() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    update feeds set version = version + 1 where feed = 'companies';
    insert into feed_changes (feed, version) select feed, version from feeds where feed = 'companies' on conflict do nothing;
  end if;
  return null;
end $$;
create trigger company_former_names_added after insert on company_former_names referencing new table as changed
  for each statement execute function note_former_names();
create trigger company_former_names_removed after delete on company_former_names referencing old table as changed
  for each statement execute function note_former_names();
`;
