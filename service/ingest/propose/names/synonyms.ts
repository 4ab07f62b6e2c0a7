/** Lists the names that columns have, in English, French, German, Spanish, Portuguese, Italian and Dutch, by what they mean. */
import { wordSet } from "../../values/text";
import { ASIAN_NAMES } from "./asian";
import { columnWords, moneyWords } from "./column-words";
import { EASTERN_NAMES } from "./eastern";
import { NORTHERN_NAMES } from "./northern";

/** A column is about one of these: who it belongs to is a separate question. */
export type Concept = keyof typeof NAMES;

/** Phrases are separated by commas; accents and joining words do not matter. */
const NAMES = {
  name: "name, names, security name, stock name, trade name, trading name, legal name, denom social, full name, fullname, brand, brand name, nom, nom commercial, nome, nome fantasia, nombre, bezeichnung, denomination, raison sociale, entityname, entity name, entity legal name, name of issuer, nameofissuer, item label, label, company brand, razon social, firmenname, doing business as, who",
  key: "acquisition id, investment id, funding id, id, uuid, permalink, key, no, nr, num, numero, number, accession number, accessionnumber, sr no, sno, s no, sl no, serial no, serial number, row id, record id, source row id, identifier, deal id, round id, event id, transaction id, ref, reference, funding round permalink, funding round uuid, round permalink, crunchbase uuid, url id, index, lfd nr, item",
  companyKey:
    "cik, lei, siren, siret, cnpj, cnpj cia, uei, crn, codice fiscale, partita iva, vat number, vatnumber, company registration number, company number, companynumber, registration number, registry number, ein, handelsregisternummer",
  announced:
    "period, day month, month day, month date, acquisition month date, acquisition day, deal day, date fundraising, fundraising date, agreement date, date agreement, origination date, signing date, signed date, date signed, when announced, date, announced, announced date, announcement date, announced on date, date announced, announcement, deal date, funding date, funded, funded at, funded on, date funded, date funding, round date, funding round date, transaction date, acquired, acquired at, acquired on, acquisition date, date acquired, date acquisition, published, published at, publication date, date published, sale date, date first sale, first sale date, datum, ankundigung, ankundigungsdatum, finanzierungsdatum, date levee, date levee fonds, date annonce, date operation, date tour, fecha, fecha anuncio, fecha ronda, fecha operacion, day, when, jour, tag, event date, datum finanzierung, datum runde, data anuncio, data rodada, data aquisicao, data annuncio, data investimento, effective date announcement, month year, date time, investment date, date investment, date round, date deal, data, raised date, date raised, change date, date change, move date, all transactions announced date, all transactions announced, announce, announce date, date announce",
  seen: "first seen, found at, timestamp",
  filed: "filing date, filed, filed at, date filed, dateparution",
  closing:
    "closing, closing date, close, close date, date close, closed, closed date, date closed, deal closed, expected close, expected close date, expected closing, closing previsto, completion date, completed, completed date, date closing, date cloture, vollzug, vollzogen, abschluss, closed on date, data closing, data chiusura",
  year: "year, annee, jahr, ano, ano inversion, annee investissement, investitionsjahr, deal year, round year, funding year, funded year, acquired year, acquisition year, investment year, announced year",
  month: "month, mois, monat, mes, deal month, round month, funding month, acquisition month, month name",
  amount:
    "award offered, grant offered, fordersumme, zuwendung, montant aide, montant subvention, importe concedido, contributo concesso, rundenvolumen, investitionsvolumen, financing, amount, raised, amount raised, raised amount, funding amount, deal amount, round amount, round size, deal size, money raised, funding, fundings, funding raised, funds raised, investment, investment amount, investment size, montant, montant levee, montant leve, levee, levee fonds, montant tour, betrag, summe, finanzierungssumme, finanzierungsvolumen, volumen, hohe, investitionssumme, importe, monto, cantidad, importe ronda, inversion, capital raised, capital, price, price amount, purchase price, deal value, transaction value, value, consideration, prix, prix acquisition, kaufpreis, precio, valor, valor captado, valor aporte, valor rodada, valor investimento, aporte, captacao, importo, valore, bedrag, total amount sold, totalamountsold, amount sold, size, sum, cash raised, funding round amount, amount invested, acquisition price, cost, rundengrosse, raise, raise amount, how much, total transaction value, total transaction value historical rate, value transaction, montant operation, valor operacion, hohe finanzierung, valor transacao, fund raised, fund raise, controvalore, controvalore operazione, valore operazione, prezzo, koopprijs, overnamesom, wartosc transakcji, kwota",
  currency:
    "currency, currency code, ccy, cur, curr, price currency code, price currency, amount currency, raised amount currency code, raised amount currency, raised currency, deal currency, money raised currency, devise, wahrung, moneda, moeda, divisa, funding currency, native currency, native currency deal",
  round:
    "rundenart, art runde, round, rounds, round name, round type, funding round, funding type, funding stage, stage, series, investment type, type funding, type investment, type round, round series, funding round type, round stage, investment stage, investment round, serie, tour, tour table, type levee, type tour, stade, runde, finanzierungsrunde, phase, finanzierungsphase, rundentyp, ronda, etapa, tipo ronda, tipo inversion, fase, rodada, tipo rodada, estagio, ronde, deal stage, type operation, raise type, stage funding, financing type, investmentn type, stage entry, nature operation, current round",
  roundCode: "funding round code, round code",
  investors:
    "attribuant, nom attribuant, from funder, who else participated, participated, syndicate, awarding agency, funding agency, granting agency, funder, funders, awarding body, donor, donors, lender, lenders, investors, investor names, investors name, investors names, backers, backed, participating, participants, investisseurs, investisseur, investoren, geldgeber, kapitalgeber, inversores, inversionistas, inversor, investidores, investidor, investitori, investeerders, key investors, other investors, participating investors, fonds, vc, vcs, funds, all investors, notable investors, co investors, angels, new investors, follow investors, participation, participation from, with participation from, coinvestors, co investisseurs, coinversores, beteiligte investoren, investors buyers, angel investors, institutional investors, syndicate, funders, funder, financiers, list investors, investors list, investor list, vc firms, venture capitalists, invested, who s, who s investing, investisseurs entrants, nouveaux investisseurs, autres investisseurs, weitere investoren, otros inversores, resto inversores, outros investidores, altri investitori",
  leadInvestors:
    "lead investor, lead investors, lead, led, investisseur principal, lead investisseur, chef file, leadinvestor, lead investoren, inversor principal, inversor lider, inversionista lider, inversionista principal, investidor lider, investidor principal, lider rodada, lead vc, leads, lead sole investor, lead sole investors",
  city: "city, town, comune, mun, hq city, location city, headquarters city, city location, city headquarters, ville, stadt, ciudad, cidade, municipio, citta, plaats, city hq, ort, hq town, city name, headquarters address city, post town",
  country:
    "country, country code, country name, country region, country territory region, paese, hq country, headquarters country, location country code, location country, country hq, country headquarters, nation, pays, land, pais, iso country, country iso, hq country code, geography, country of origin, headquarters address country, country code hq, nationality",
  location:
    "head quarter, head quarters, hq region, where based, based in, company where based, location, headquarters, headquarters location, hq, hq location, siege, siege social, sitz, hauptsitz, sede, lieu, standort, ubicacion, headquarter, based, base, place, localisation, localizacao, city country, head office, state or country, primary location, geo, where, geographic location, geographic locations, company hq, city state, headquartered, headquartered city, global hq, hq global, main office, all locations",
  industry:
    "market segment, industry, industries, categoria, categorias, sector, sectors, vertical, verticals, industry vertical, industry verticals, category, categories, category list, category groups list, market, markets, segment, theme, tags, keywords, branche, branchen, sektor, secteur, secteurs, secteur activite, domaine, sector actividad, industria, setor, setores, segmento, ramo, area atuacao, settore, settori, industry group, industry groups, industrygrouptype, what it does category, rubro, rubros, giro, focus, technology, technologies, technology area, domain area, field, kategorie, space, area, business area, practice area, practice areas, feed name, primary industry, primary industry group, primary industry sector, primary industry code, sic description, naics description, nace description, all industries, industry classification",
  subIndustry:
    "sub vertical, sub verticals, subvertical, sub industry, sub sector, sub category, subcategory, niche, specialty, subsector, subindustry",
  website:
    "website, web site, url, domain, domains, homepage, homepage url, homepage domain, web, site, site web, site internet, internet, webseite, web seite, pagina web, sitio web, web address, website url, primary domain, domain name, web page, official website, issuerwebsite",
  linkedin:
    "linkedin company profile url, linkedin company profile, company linkedin profile url, company linkedin profile, linkedin, linkedin url, linkedin profile, linkedin page, linkedin link, social url",
  employees:
    "new company size, current company size, estimated num employees, estimated employees, estimated number employees, employees, employee count, employees count, number employees, num employees, no employees, headcount, team size, company size, size range, staff, staff count, effectif, effectifs, salaries, nombre employes, nombre salaries, mitarbeiter, mitarbeiterzahl, mitarbeitende, anzahl mitarbeiter, empleados, numero empleados, nombre empleados, funcionarios, numero funcionarios, colaboradores, tamanho time, tamanho equipe, employee range, employee size, fte, current employees, currentemployees, company employee range, employee band, ftes",
  founded:
    "data abertura, data inicio atividade, fecha constitucion, date immatriculation, data costituzione, anno fondazione, anno costituzione, founded, founded year, year founded, founded at, founded on, founded date, founding year, founding date, founding, year incorporation, incorporation year, incorporation date, incorporated, yearofinc, yearofinc value entered, date creation, creation, annee creation, date fondation, annee fondation, fondee, creee, grundung, gegrundet, grundungsjahr, grundungsdatum, fundacion, fundada, ano fundacion, fecha fundacion, fundacao, ano fundacao, data fundacao, established, est, est year, year est, est date, year established, inception, start year, launch, launched, launch year, launch date, year launched, entity creation date",
  description:
    "company profile, business profile, company introduction, gegenstand, unternehmensgegenstand, mission, cosa fa, di cosa si occupa, description, info, short description, about, summary, business description, overview, tagline, pitch, one liner, beschreibung, descripcion, descricao, descricao curta, descrizione, target business, resume, actividad, atividade, attivita, what it does, what they do, what, full description, activite, objet social, kurzbeschreibung, resumen, activity, main activity, business activity, company activity, kurzprofil, elevator pitch, descriptor, blurb, company blurb, tag line",
  naics: "naics, naics code",
  businessModel:
    "business model, modele economique, geschaftsmodell, modelo negocio, client focus, customer focus, target customer, business models",
  source:
    "citation, citations, comunicato, comunicato stampa, pr, pr link, link announcement, url announcement, source, sources, source url, source urls, source link, source links, link, links, news link, article, article url, article link, press release, press release url, announcement url, announcement link, reference url, reference link, news, news url, news article, quelle, lien, lien article, enlace, fuente, fonte, bron, link article, link source, more info, read more, references, more information, sources url, sources link, press url, press link, presse lien, article lien",
  outlet:
    "publisher, outlet, source name, publication, media, news source, medium, journal, zeitung, medio, sources outlet, sources publisher, source publisher, sources name, press outlet, presse source",
  headline:
    "headline, header, article title, news title, news headline, titre, titre article, titular, manchete, schlagzeile, sources title, source title, press title, presse titre",
  previousRole:
    "fruhere funktion, fruhere position, past title, past role, previous role, previous title, previous position, former role, former title, former position, old role, old title, prior role, prior title, bisherige position, bisherige funktion, alte position, ancien poste, ancienne fonction, poste precedent, cargo anterior, old job title, previous job title, former job title, last role, was",
  firstName: "first name, given name, forename, vorname, prenom",
  lastName: "last name, surname, family name, nachname, familienname, nom famille, apellido, apellidos, sobrenome",
  role: "becomes, role, roles, title, job title, position, new role, new title, new position, function, poste, fonction, rolle, stelle, funktion, cargo, puesto, designation, job, titel, role title, neue position, neue funktion, funktion neu, nouveau poste, nouvelle fonction, nuevo cargo, novo cargo, qualite, current role, current title, current position, joining as, appointed as, appointed role, primary job title, role name, new job title, as",
  moveType:
    "wechsel, move type, type move, change type, type change, movement, event type, action, change, move, type mouvement, movement type, type movement, art wechsel",
  joined:
    "ab, zum, started in, effective from, effective as, effect from, effective on, wef, joined, joined date, date joined, start date, started, start, appointed, appointment date, date appointed, hired, hire date, joining date, prise fonction, date nomination, nomme, antritt, eintritt, startdatum, fecha inicio, fecha incorporacion, effective date, effective, since, date start role, role start date, start date role, from date, term start, start term, starts, starting, starts on date",
  left: "left, leftofc, left date, date left, left office, end date, departure date, date departure, departed, resigned, resignation date, exit date, depart, date depart, austritt, fecha salida, ended, date end role, role end date, end date role, term end, end term, to",
  investorType:
    "investor type, fund type, type investor, type investisseur, investorentyp, tipo inversor, firm type, investor category, fund category",
  type: "tipo entidad, entity type, type, structure, deal structure, transaction structure, art, tipo, typ, form deal, form transaction, operazione",
  payment:
    "form consideration, purchase price form consideration, payment type, payment, payment method, pagamento, forma pagamento, consideration type, paid, form payment, terms, deal terms, payment terms, cash stock, payment form, method payment, consideration offered, consideration structure, zahlungsart, mode paiement",
  merger: "merger, is merger",
} as const;

/** These are facts about all rounds of a company, pages of other sites about it, or facts that no field takes. */
const AGGREGATES =
  /^(?:file|use (?:proceeds|funds)|use$|reference date|founders?|percent|ticket|checks?|cheque|cost basis|vc round|lead status|create date|as date|deal owner)\b|^(?:total (?!amount sold)|last |first |latest |top |max |min |average |avg |cumulative |valuation|revenue|turnover|fatturato|ricavi|umsatz|chiffre affaires|facturacion|receita|omzet|ebit|net income|pre money|post money|rank|cb rank|estimated |n[ou]m(?:ber)? |no (?!employees)|anzahl |nombre (?!empl|sal)|count\b|years? since)|\b(?:total|valuation|rank|revenue|count|ratio|percent|growth|remaining|offering amount|already invested|logo|email|phone|fax|twitter|facebook|instagram|zip|postal code|zipcode|state code|region|state|estado|updated at|updated date|date updated|created at|date added|added|date created|created time|modified time|date modified|modified|updated|created|id|uuid)$|\b(?:facebook|twitter|instagram|youtube|github|angellist|logo|image|cb|crunchbase|profile url|name url|followers|uuids|ids|tranche|ask|asked|goal|requested|ebitda|per share|ticker|symbol|isin|cusip|valuation|websites|growth|percent|prozent|perc|pct|margins?|marge|profits?|extraction|extracted|scraped?|scraping|crawled|processing|processed|collected|retrieved|fetched|checked|verified|reviewed|deadline|expiry|expires|receipt|notification|position value|aum|entry price|current price|share price|market cap|market capitali[sz]ation|marktkapitalisierung|capitalisation boursiere|capitalizacion bursatil|capitalizzazione|piyasa degeri|book value|contract end|end contract|follow up|next step|next action|place performance|search tags|reminder)\b|total usd$|funding total|funding rounds$|^(?:state|region|zip|county|province|street|address)\b/;

export interface LanguageNames {
  /** Phrases are separated by commas; accents and joining words do not matter. */
  readonly concepts: Readonly<Partial<Record<Concept, string>>>;
  readonly sides: Readonly<Partial<Record<Side, string>>>;
  /** A name that contains one of these is about a fact that no field takes. */
  readonly aggregates: string;
}

const LANGUAGES = [NORTHERN_NAMES, EASTERN_NAMES, ASIAN_NAMES].flatMap((languages) => Object.values(languages));
const OTHER_AGGREGATES: readonly string[] = LANGUAGES.flatMap(({ aggregates }) => aggregates.split(", ")).map(
  (phrase) => ` ${columnWords(phrase).join(" ")} `,
);

function isAggregate(phrase: string): boolean {
  return AGGREGATES.test(phrase) || OTHER_AGGREGATES.some((one) => ` ${phrase} `.includes(one));
}

const NAMED = [NAMES, ...LANGUAGES.map(({ concepts }) => concepts)]
  .flatMap((names) => Object.entries(names))
  .flatMap(([concept, names]) =>
    names.split(", ").map((name) => [columnWords(name).join(" "), concept as Concept] as const),
  );
const PHRASES: ReadonlyMap<string, Concept> = new Map(NAMED);
/** The same words in another order mean the same, as in `stage of funding`. */
const ANY_ORDER: ReadonlyMap<string, Concept> = new Map(
  NAMED.filter(([phrase]) => phrase.includes(" ")).map(([phrase, concept]) => [inAnyOrder(phrase), concept]),
);

function inAnyOrder(phrase: string): string {
  return phrase.split(" ").sort().join(" ");
}

/** Returns the phrases that two meanings list, of which one would be ignored. */
export function ambiguousPhrases(): string[] {
  return NAMED.filter(([phrase, concept]) => PHRASES.get(phrase) !== concept).map(([phrase]) => phrase);
}

/** A column is about one of these, as leading words of its name say. */
export type Side = "company" | "target" | "acquirer" | "from" | "investor" | "person" | "round";

const SIDES: Readonly<Record<Side, string>> = {
  acquirer:
    "acquirer, acquiring company, acquiring, acquired by company, buyer, purchaser, bidder, parent company, acquereur, repreneur, acheteur, kaufer, erwerber, ubernehmer, comprador, compradora, adquirente, acquirente, buying company, acquiror, bidder company, buyers investors, buyers, acquirers, bidders, acquiring entity, investor buyer",
  target:
    "acquiree, acquired name, acquired label, acquired company, acquired startup, target company, target, targets, cible, societe cible, ziel, zielunternehmen, zielfirma, objetivo, empresa adquirida, empresa objetivo, empresa alvo, adquirida, alvo, asset, child company, societa target, societa acquisita, societe rachetee, entreprise rachetee, societe acquise, ubernommenes unternehmen, acquired entity, target issuer, target firm",
  from: "from company, moves from, kommt von, past company, past employer, candidate current company, candidate current employer, candidate company, previous company, former company, previous employer, former employer, prior company, prior employer, old company, ancienne entreprise, ancien employeur, vorheriger arbeitgeber, empresa anterior, old employer, prev company, ex company, previously, previously at, moved from, last company, last employer, zuvor, ex employer, bisheriges unternehmen, entreprise precedente, from, company previous, company from, company old, prior firm, previous firm, former firm, coming from, leaves",
  company:
    "company, moves to, client corporation, client company, client, funded organization, funded organisation, account, comp, companies, startup, startups, start up, organization, organisation, org, coname, grantee, recipient, awardee, awarded to, granted to, assignee, assignees, beneficiary, beneficiario, beneficiaria, beneficiaire, laureat, zuwendungsempfanger, begunstigter, borrower, issuer, portfolio company, funded company, foundation, association, business, entreprise, societe, jeune pousse, unternehmen, firma, empresa, empresas, compania, companhia, sociedad, azienda, bedrijf, employer, new company, new employer, joined company, hiring company, arbeitgeber, employeur, venture, registrant, entity, conm, institution, agency, authority, regulator, primary organization, moved to, moving to, company hired, wechsel zu, company joined, hiring firm, company new, company to, new firm, joining, joins, companyname, startupname, organizationname",
  investor:
    "investor, funding organization, funding organisation, fund, investment firm, vc firm, firm, investisseur, inversor, fonds investissement, investorname",
  person:
    "person, mover, executive, exec, people, individual, manager, personne, dirigeant, fuhrungskraft, directivo, ejecutivo, employee name, candidate, director, board member, leader, exec full, executive full, ceo, appointee, hire, new hire, departing executive, incoming executive, contact name, officer, official, professional",
  round: "funding round, round, deal, opportunity, transaction, investment, tour, runde, ronda",
};

const SIDE_PHRASES = [SIDES, ...LANGUAGES.map(({ sides }) => sides)]
  .flatMap((sides) => Object.entries(sides))
  .flatMap(([side, names]) =>
    names.split(", ").map((name, index) => ({ side: side as Side, words: columnWords(name), isUsual: index === 0 })),
  )
  .toSorted((a, b) => b.words.length - a.words.length);

/** These words alone name a company. */
const COMPANIES: ReadonlySet<string> = new Set(
  SIDE_PHRASES.filter(({ side, words }) => side === "company" && words.length === 1).map(({ words }) => words.join()),
);

/** These phrases in a longer name say what it is about; the first that is found counts. */
const CONTAINED: readonly Concept[] = [
  ...(["linkedin", "employees", "founded", "currency", "leadInvestors", "investors", "amount", "round"] as const),
  ...(["announced", "website", "country", "city", "location", "industry", "description", "role", "source"] as const),
];

export interface Meaning {
  readonly side: Side | null;
  readonly concept: Concept;
  /** Is at least 0.95 for a known name, and 0.65 for a name that contains one. */
  readonly confidence: number;
}

/**
 * Returns what the words of a column's name mean, of which several may be numbered (`Investor 1`), with or without those of a currency and a
 * unit; "aggregate" for a fact that no field takes. `accepts` tells whether what a longer name contains a word for may be meant.
 */
export function findMeaning(
  words: readonly string[],
  accepts: (concept: Concept) => boolean = () => true,
): Meaning | "aggregate" | undefined {
  const plain = moneyWords(words).words;
  const known =
    knownMeaning(words) ??
    (plain.length > 0 ? knownMeaning(plain) : undefined) ??
    (/^\d{1,2}$/.test(words.at(-1) ?? "") ? knownMeaning(words.slice(0, -1)) : undefined);
  if (known !== undefined) return known;
  return [words, plain].some((some) => isAggregate(some.join(" ")))
    ? "aggregate"
    : containedMeaning(plain.length > 0 ? plain : words, accepts);
}

function knownMeaning(words: readonly string[]): Meaning | undefined {
  const phrase = words.join(" ");
  // `Category name` is the category.
  const concept =
    PHRASES.get(phrase) ?? (words.at(-1) === "name" ? PHRASES.get(words.slice(0, -1).join(" ")) : undefined);
  if (concept !== undefined) return { side: null, concept, confidence: 0.95 };
  // `id_startup` is the key of the startup, as `startup_id` is.
  const sided = sidedMeaning(words) ?? (words[0] === "id" ? sidedMeaning([...words.slice(1), "id"]) : undefined);
  if (sided !== undefined) return sided;
  const reordered = ANY_ORDER.get(inAnyOrder(phrase));
  return reordered === undefined ? undefined : { side: null, concept: reordered, confidence: 0.95 };
}

/** `New Organisation` and `Previous employer` say which of two companies is meant. */
const NEW = wordSet(
  "new hiring joining current neue neues nouvelle nueva nieuwe nowa nowy nytt ny uusi nova novy yeni новая нова",
);
const PREVIOUS = wordSet(
  "past previous prev prior former old ex last earlier bisherige bisheriges ancienne anterior vorige voormalige poprzednie poprzednia tidigare tidligere forrige edellinen aiempi predchozi korabbi elozo onceki eski предыдущая прежняя попередня",
);

/** Alone, these words may begin other things than a job, such as `last.name`. */
const ALONE: ReadonlySet<string> = new Set(["previous", "prior", "former", "old", "from"]);
const JOBS: ReadonlySet<string> = new Set(["employment", "experience", "workplace"]);

/** Tells whether a nested record is that of a previous job, as `previous_position` is, and `previous_round` is not. */
export function isPreviousJob([first = "", ...others]: readonly string[]): boolean {
  const phrase = others.join(" ");
  if (phrase === "") return ALONE.has(first);
  return (
    (first === "from" || PREVIOUS.has(first)) &&
    (COMPANIES.has(phrase) || JOBS.has(phrase) || PHRASES.get(phrase) === "role")
  );
}

function sidedMeaning(words: readonly string[]): Meaning | undefined {
  const [first = "", ...others] = words;
  if (COMPANIES.has(others.join(" "))) {
    if (NEW.has(first)) return { side: "company", concept: "name", confidence: 0.95 };
    if (PREVIOUS.has(first)) return { side: "from", concept: "name", confidence: 0.95 };
  }
  if (PREVIOUS.has(first) && PHRASES.get(others.join(" ")) === "role")
    return { side: null, concept: "previousRole", confidence: 0.95 };
  for (const { side, words: phrase, isUsual } of SIDE_PHRASES) {
    const rest = startsWith(words, phrase)
      ? words.slice(phrase.length)
      : (nameBeforePhrase(words, phrase) ?? factBeforeSide(words, side, phrase));
    if (rest === undefined) continue;
    const isName = rest.length === 0 || COMPANIES.has(rest.join(" "));
    // `Recipient Org:Name` is the name of the recipient.
    const fact = COMPANIES.has(rest[0] ?? "") ? rest.slice(1) : rest;
    const concept = isName ? "name" : (PHRASES.get(rest.join(" ")) ?? PHRASES.get(fact.join(" ")));
    if (concept === undefined && isAggregate(rest.join(" "))) return undefined;
    if (side === "round" && (concept === "name" || concept === undefined)) continue;
    if (concept === "role" && (side === "company" || side === "from" || side === "person"))
      return { side: null, concept: side === "from" ? "previousRole" : "role", confidence: 0.95 };
    // A list with a buyer and an acquirer names a subsidiary and the company itself.
    if (concept !== undefined) return { side, concept, confidence: concept === "name" && isUsual ? 0.97 : 0.95 };
  }
  return undefined;
}

/** `name of the company` is the name, as is `company name`. */
function nameBeforePhrase(words: readonly string[], phrase: readonly string[]): string[] | undefined {
  const [first, ...rest] = words;
  if (first === undefined || PHRASES.get(first) !== "name") return undefined;
  return rest.length === phrase.length && startsWith(rest, phrase) ? [] : undefined;
}

/** `country of the acquirer` is its country, as is `acquirer country`. */
function factBeforeSide(
  words: readonly string[],
  side: Side,
  phrase: readonly string[],
): readonly string[] | undefined {
  const rest = words.slice(0, -phrase.length);
  const isEnd = (side === "acquirer" || side === "target") && startsWith(words.slice(rest.length), phrase);
  return isEnd && PHRASES.has(rest.join(" ")) ? rest : undefined;
}

function startsWith(words: readonly string[], phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[index] === word);
}

/** The lead of an asset is no investor, the place of an order no location, and an estimated date none of an establishment. */
const NEVER_CONTAINED = wordSet("lead leads where focus place places base based geo est awarded granted");

const FACTS_OF_INVESTOR = "type kind category class status country site";
/** The type of a funder names no investor, and a role or the growth of an industry is none. */
const OTHER_FACTS: Readonly<Partial<Record<Concept, ReadonlySet<string>>>> = {
  ...{ investors: wordSet(FACTS_OF_INVESTOR), leadInvestors: wordSet(FACTS_OF_INVESTOR) },
  description: wordSet("type code status"),
  industry: wordSet("role position rank rating score weight heat growth momentum sentiment average median"),
};

function containedMeaning(words: readonly string[], accepts: (concept: Concept) => boolean): Meaning | undefined {
  const side = SIDE_PHRASES.find(({ words: phrase }) => startsWith(words, phrase))?.side ?? null;
  const last = words.at(-1) ?? "";
  const contained = CONTAINED.filter((concept) => OTHER_FACTS[concept]?.has(last) !== true && accepts(concept));
  for (const concept of contained)
    for (let length = Math.min(3, words.length - 1); length > 0; length--)
      for (let at = 0; at + length <= words.length; at++) {
        const phrase = words.slice(at, at + length).join(" ");
        if (PHRASES.get(phrase) === concept && !NEVER_CONTAINED.has(phrase))
          return { side: side === "round" ? null : side, concept, confidence: 0.65 };
      }
  return undefined;
}
