/** Lets searches find `ß`, `ø` and other letters that no accent makes, by the letters that people type for them. */
import { MARKS } from "./first-release/0010-former-names";

/** The same letters are replaced by `foldText`. */
const replaced = (text: string) =>
  `replace(replace(replace(translate(${text}, 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')`;

const LETTERS = "search_text ~ '[ßøłđıæœ]'";

/** An update of no row would count as a change of the directory, too. */
const rewritten = (table: string) => `do $$ begin
  if exists (select from ${table} where ${LETTERS}) then
    update ${table} r set search_text = f.text, search_terms = search_terms_of(f.text)
    from (select id, ${replaced("search_text")} as text from ${table} where ${LETTERS}) f where r.id = f.id;
  end if;
end $$;`;

export const sql = `
create or replace function folded_text(given text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(given) = char_length(given) then
    return lower(given);
  end if;
  return ${replaced(`lower(regexp_replace(normalize(given, NFD), '[${MARKS}]', '', 'g'))`)};
end $$;

${["companies", "investors"].map(rewritten).join("\n")}
reindex index company_former_names_search;
reindex index company_former_names_search_terms;
`;
