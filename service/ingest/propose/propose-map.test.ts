import { describe, expect, it } from "vitest";
import { parseMap } from "../read/map";
import { rowMapper } from "../read/map-row";
import { headerShape, sourceName } from "./header-shape";
import { profile } from "./profile";
import { proposeMap } from "./propose-map";
import { ambiguousPhrases } from "./synonyms";

/** Splits rows that are written with bars. */
function table(text: string) {
  const [header = [], ...rows] = text
    .trim()
    .split("\n")
    .map((line) =>
      line
        .trim()
        .split("|")
        .map((cell) => cell.trim()),
    );
  return { header, rows };
}

interface Shape {
  readonly about: string;
  readonly file: string;
  readonly text: string;
  readonly kind: string;
  /** What the map makes of the first row. */
  readonly first: Readonly<Record<string, unknown>>;
  readonly unmapped?: readonly string[];
  readonly map?: object;
}

const SHAPES: readonly Shape[] = [
  {
    about: "rounds of a newsletter with Indian digit groups",
    file: "startup_rounds_2016.csv",
    text: `Sr No|Date |StartupName|IndustryVertical|CityLocation|InvestorsName|InvestmentType|AmountInUSD|Remarks
      1|01/12/2016|Quorvane|Technology|Pune|Hollin, Ardholt & Others|Seed Funding|12,00,000|nan
      2|25/12/2016|Oakmesh|Retail|Delhi|Undisclosed investors|Private Equity|N/A|Series A`,
    kind: "funding",
    first: {
      ...{ key: "1", "company.name": "Quorvane", "company.hqCity": "Pune", announcedAt: "01/12/2016" },
      ...{ investors: ["Hollin", "Ardholt"], round: "Seed Funding", amount: "12,00,000", currency: "USD" },
      "company.industrySubTags": ["Technology"],
    },
    unmapped: ["Remarks"],
    map: { source: "startup-rounds", dates: ["dd/mm/yyyy"], numbers: { grouping: ",", decimal: "." } },
  },
  {
    about: "rounds in a French spreadsheet",
    file: "Levées de fonds 2025.csv",
    text: `Société|Date de levée|Montant (k€)|Tour|Investisseurs|Ville|Secteur d'activité|Site web|Lien
      Quorvane|03/04/2025|1 500|Amorçage|Hollin ; Ardholt|Besançon|Santé|quorvane.example|https://news.example/a
      Oakmesh|14/04/2025|2 300,5|Série A|Veld|Sète|Logiciel|oakmesh.example|https://news.example/b`,
    kind: "funding",
    first: {
      ...{
        "company.name": "Quorvane",
        announcedAt: "03/04/2025",
        amount: "1 500k",
        currency: "EUR",
        round: "Amorçage",
      },
      ...{ investors: ["Hollin", "Ardholt"], "company.hqCity": "Besançon", "company.domain": "quorvane.example" },
      ...{ "source.url": "https://news.example/a", "company.industrySubTags": ["Santé"] },
    },
    unmapped: [],
    map: { source: "levees-de-fonds", dates: ["dd/mm/yyyy"], numbers: { grouping: " ", decimal: "," } },
  },
  {
    about: "rounds in a German spreadsheet, with day and month that nothing tells apart",
    file: "finanzierungsrunden.xlsx",
    text: `Unternehmen|Datum|Betrag in Mio. €|Finanzierungsrunde|Investoren|Stadt|Land|Branche
      Quorvane GmbH|03.04.2025|1,5|Serie A|Hollin, Ardholt|Köln|Deutschland|Energie
      Oakmesh AG|05.06.2025|12,25|Seed|Veld|Wien|Österreich|Handel`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane GmbH", announcedAt: "03.04.2025", amount: "1,5M", currency: "EUR" },
      ...{ round: "Serie A", investors: ["Hollin", "Ardholt"], "company.hqCity": "Köln" },
      ...{ "company.hqCountry": "Deutschland", "company.industrySubTags": ["Energie"] },
    },
    unmapped: [],
    map: { dates: ["dd/mm/yyyy"], numbers: { grouping: "", decimal: "," } },
  },
  {
    about: "rounds in a Spanish spreadsheet",
    file: "rondas.csv",
    text: `Empresa|Fecha|Importe (M€)|Tipo de ronda|Inversores|Ciudad|País
      Quorvane|13/04/2025|1,5|Semilla|Hollin, Ardholt|Bilbao|España
      Oakmesh|05/06/2025|2|Serie A|Veld|Lima|Perú`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "13/04/2025", amount: "1,5M", currency: "EUR", round: "Semilla" },
      ...{ investors: ["Hollin", "Ardholt"], "company.hqCity": "Bilbao", "company.hqCountry": "España" },
    },
    unmapped: [],
  },
  {
    about: "rounds of a database export of 2015",
    file: "rounds.csv",
    text: `company_permalink|company_name|company_category_list|company_country_code|company_state_code|company_region|company_city|funding_round_permalink|funding_round_type|funding_round_code|funded_at|raised_amount_usd
      /organization/quorvane|Quorvane|Media|IND||Mumbai|Mumbai|/round/1|venture|B|05-01-2015|10000000
      /organization/oakmesh|Oakmesh|Apps|USA|CA|SF|Palo Alto|/round/2|seed||14-10-2014|700000`,
    kind: "funding",
    first: {
      ...{ key: "/round/1", "company.key": "/organization/quorvane", "company.name": "Quorvane" },
      ...{ "company.hqCountry": "IND", "company.hqCity": "Mumbai", round: "series-b", announcedAt: "05-01-2015" },
      ...{ amount: "10000000", currency: "USD", "company.industrySubTags": ["Media"] },
    },
    unmapped: ["company_state_code", "company_region"],
  },
  {
    about: "companies of a database export of 2015",
    file: "companies.csv",
    text: `permalink|name|homepage_url|category_list|funding_total_usd|status|country_code|state_code|region|city|funding_rounds|founded_at|first_funding_at|last_funding_at
      /organization/quorvane|Quorvane|http://quorvane.example|Media|10000000|operating|IND||Mumbai|Mumbai|1|2007-04-01|2015-01-05|2015-01-05
      /organization/oakmesh|Oakmesh|http://oakmesh.example|Apps|700000|operating|USA|CA|SF|Palo Alto|2|2010-01-01|2014-10-14|2014-10-14`,
    kind: "company",
    first: {
      ...{ key: "/organization/quorvane", name: "Quorvane", domain: "http://quorvane.example", hqCountry: "IND" },
      ...{ hqCity: "Mumbai", foundedYear: "2007", industrySubTags: ["Media"] },
    },
    unmapped: [
      ...["funding_total_usd", "status", "state_code", "region", "funding_rounds"],
      ...["first_funding_at", "last_funding_at"],
    ],
  },
  {
    about: "acquisitions of a database export",
    file: "acquisitions.csv",
    text: `company_permalink|company_name|company_market|company_country_code|company_city|acquirer_permalink|acquirer_name|acquirer_country_code|acquirer_city|acquired_at|acquired_month|price_amount|price_currency_code
      /o/quorvane|Quorvane|Software|IND|Pune|/o/oakmesh|Oakmesh|USA|Austin|2012-07-23|2012-07|5000|EUR
      /o/veld|Veld|Media|DEU|Berlin|/o/oakmesh|Oakmesh|USA|Austin|2013-07-23|2013-07||USD`,
    kind: "acquisition",
    first: {
      ...{ "target.key": "/o/quorvane", "target.name": "Quorvane", "target.hqCountry": "IND", "target.hqCity": "Pune" },
      ...{ "acquirer.key": "/o/oakmesh", "acquirer.name": "Oakmesh", "acquirer.hqCountry": "USA" },
      ...{ "acquirer.hqCity": "Austin", announcedAt: "2012-07-23", amount: "5000", currency: "EUR" },
      "target.industrySubTags": ["Software"],
    },
    unmapped: ["acquired_month"],
  },
  {
    about: "rounds of a bulk export",
    file: "funding_rounds.csv",
    text: `uuid|name|type|permalink|cb_url|rank|created_at|updated_at|country_code|city|investment_type|announced_on|raised_amount_usd|raised_amount|raised_amount_currency_code|post_money_valuation_usd|investor_count|org_uuid|org_name|lead_investor_uuids
      r1|Seed - Quorvane|funding_round|p1|https://db.example/1|5|2015-01-01|2016-01-01|FRA|Lyon|seed|2015-02-03|110000|100000|EUR||2|u1|Quorvane|i1
      r2|A - Oakmesh|funding_round|p2|https://db.example/2|6|2015-01-01|2016-01-01|USA|Austin|series_a|2015-02-20|700000|700000|USD||1|u2|Oakmesh|i2`,
    kind: "funding",
    first: {
      ...{ key: "r1", "company.key": "u1", "company.name": "Quorvane", announcedAt: "2015-02-03", round: "seed" },
      ...{
        amount: "100000",
        currency: "EUR",
        amountUsd: "110000",
        "company.hqCountry": "FRA",
        "company.hqCity": "Lyon",
      },
    },
  },
  {
    about: "companies as a paid database shows them",
    file: "companies-11-20-2026.csv",
    text: `Organization Name|Organization Name URL|Industries|Headquarters Location|Description|CB Rank (Company)|Founded Date|Number of Employees|Last Funding Date|Last Funding Type|Last Funding Amount|Total Funding Amount (in USD)|Number of Funding Rounds|Top 5 Investors|Website|LinkedIn
      Quorvane|https://db.example/o/quorvane|Biotechnology, Health Care|Lyon, Rhone-Alpes, France|Makes seeds|1,200|2012-05-01|11-50|2020-05-01|Series A|5000000|7000000|2|Hollin, Veld|https://quorvane.example|https://www.linkedin.com/company/quorvane
      Oakmesh|https://db.example/o/oakmesh|Software|Austin, Texas, United States|Makes nets|1,300|2014-05-01|51-100|2021-05-01|Seed|500000|500000|1|Ardholt|https://oakmesh.example|`,
    kind: "company",
    first: {
      ...{ name: "Quorvane", domain: "https://quorvane.example", hqCity: "Lyon", hqCountry: "France" },
      ...{ description: "Makes seeds", employeeCountBucket: "11-50", foundedYear: "2012" },
      ...{ socialUrl: "https://www.linkedin.com/company/quorvane", industrySubTags: ["Biotechnology", "Health Care"] },
    },
  },
  {
    about: "rounds as a paid database shows them",
    file: "funding-rounds-11-20-2026.csv",
    text: `Transaction Name|Transaction Name URL|Organization Name|Organization Name URL|Funding Type|Money Raised|Money Raised (in USD)|Announced Date|Organization Location|Organization Website|Lead Investors|Investor Names|Number of Investors
      Seed - Quorvane|https://db.example/r/1|Quorvane|https://db.example/o/q|Seed|€1,500,000|1650000|2020-05-01|Lyon, Rhone-Alpes, France|https://quorvane.example|Hollin|Hollin, Veld|2
      A - Oakmesh|https://db.example/r/2|Oakmesh|https://db.example/o/o|Series A|€2,000,000|2200000|2020-05-02|Porto, Porto, Portugal|https://oakmesh.example||Ardholt|1`,
    kind: "funding",
    first: {
      ...{
        "company.name": "Quorvane",
        round: "Seed",
        amount: "€1,500,000",
        currency: "EUR",
        announcedAt: "2020-05-01",
      },
      ...{ "company.domain": "https://quorvane.example", "company.hqCity": "Lyon", "company.hqCountry": "France" },
      investors: ["Hollin", "Hollin", "Veld"],
    },
  },
  {
    about: "notices of private offerings",
    file: "private_offerings.csv",
    text: `issuer_name|industry_group|city|state|zip|year_of_incorporation|total_amount_sold_usd|total_offering_amount_usd|investors_already_invested|date_of_first_sale|executive_officers|directors
      QUORVANE, INC.|Other Technology|NEW YORK|NY|10036|2024|2600000|3000000|1|2025-09-22|Ines Calloway|
      OAKMESH LLC|Other|AUSTIN|TX|78701|2022|0|2100000000|0||Otto Veld|`,
    kind: "funding",
    first: {
      ...{ "company.name": "QUORVANE, INC.", "company.hqCity": "NEW YORK", "company.foundedYear": "2024" },
      ...{ amount: "2600000", currency: "USD", announcedAt: "2025-09-22" },
      "company.industrySubTags": ["Other Technology"],
    },
    unmapped: [
      ...["state", "zip", "total_offering_amount_usd", "investors_already_invested", "executive_officers", "directors"],
    ],
  },
  {
    about: "departures of executives",
    file: "chief_departures.csv",
    text: `source_row_id|company_name|company_cik|person_name|role|departure_code|left_office|notes_excerpt|source_url
      7|QUORVANE INC|850|Ines Calloway|CEO|7|2003-03-21|She left|https://news.example/a
      8|OAKMESH|851|Otto Veld|CEO|5|2004-03-21|He left|https://news.example/b`,
    kind: "exec_move",
    first: {
      ...{ key: "7", "company.name": "QUORVANE INC", "company.key": "850", "person.name": "Ines Calloway" },
      ...{ role: "CEO", moveType: "departure", announcedAt: "2003-03-21", effectiveDate: "2003-03-21" },
      "source.url": "https://news.example/a",
    },
    unmapped: ["departure_code", "notes_excerpt"],
  },
  {
    about: "appointments with the previous employer",
    file: "moves.csv",
    text: `Name|New Title|Company|Previous Company|Start Date|LinkedIn URL|Type
      Ines Calloway|CTO|Quorvane|Oakmesh|03/25/2026|https://www.linkedin.com/in/ines|Hired
      Otto Veld|CFO|Oakmesh|Quorvane|04/01/2026|https://www.linkedin.com/in/otto|Promoted`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", role: "CTO", "company.name": "Quorvane", "fromCompany.name": "Oakmesh" },
      ...{ announcedAt: "03/25/2026", "person.socialUrl": "https://www.linkedin.com/in/ines", moveType: "Hired" },
    },
    unmapped: [],
    map: { dates: ["mm/dd/yyyy"] },
  },
  {
    about: "a list of investors",
    file: "vc-list.csv",
    text: `Investor Name|Website|Investor Type|HQ Country|Check Size|Portfolio
      Hollin Growth|hollin.example|VC|United States|1M|Quorvane
      Ardholt|ardholt.example|Angel|France|50k|Oakmesh`,
    kind: "investor",
    first: { name: "Hollin Growth", domain: "hollin.example", type: "VC", hqCountry: "United States" },
    unmapped: ["Check Size", "Portfolio"],
  },
  {
    about: "deals with the year and month in columns of their own",
    file: "deals.csv",
    text: `Company/Brand|Deal Year|Deal Month|Funding in million $|Stage|Lead Investor(s)|Other investors|HQ
      Quorvane|2025|3|2.5|Seed|Hollin|Veld, Ardholt|Pune
      Oakmesh|2025|11|7|Series A|Ardholt||Goa`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "2025-3", amount: "2.5M", currency: "USD", round: "Seed" },
      ...{ investors: ["Hollin", "Veld", "Ardholt"], "company.hqCity": "Pune" },
    },
    unmapped: [],
  },
  {
    about: "acquisitions in French",
    file: "rachats.csv",
    text: `Acquéreur|Cible|Date d'annonce|Prix (M€)|Pays de la cible|Source
      Quorvane|Oakmesh|21/03/2025|12,5|France|https://news.example/a
      Veld|Ardholt|02/03/2025||Italie|https://news.example/b`,
    kind: "acquisition",
    first: {
      ...{ "acquirer.name": "Quorvane", "target.name": "Oakmesh", announcedAt: "21/03/2025", amount: "12,5M" },
      ...{ currency: "EUR", "source.url": "https://news.example/a" },
    },
  },
  {
    about: "nested JSON of rounds",
    file: "rounds.json",
    text: `company.name|company.website|company.location.city|company.location.country|round.type|round.amount|round.currency|announcedAt|investors|articleUrl
      Quorvane|https://quorvane.example|Pune|India|Seed|2500000|USD|2026-05-04|Hollin; Veld|https://news.example/a
      Oakmesh|https://oakmesh.example|Paris|France|Series A|100|EUR|2026-05-05|Ardholt|https://news.example/b`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", "company.domain": "https://quorvane.example", round: "Seed" },
      ...{ "company.hqCity": "Pune", "company.hqCountry": "India", amount: "2500000", currency: "USD" },
      ...{ announcedAt: "2026-05-04", investors: ["Hollin", "Veld"], "source.url": "https://news.example/a" },
    },
    unmapped: [],
  },
  {
    about: "companies of a register",
    file: "BasicCompanyData-2026-11-01.csv",
    text: `CompanyName|CompanyNumber|RegAddress.PostTown|RegAddress.Country|CompanyCategory|CompanyStatus|IncorporationDate|SICCode.SicText_1|URI
      QUORVANE LTD|0123|LONDON|England|Private|Active|25/03/2012|62012 - Software|http://register.example/0123
      OAKMESH LTD|0124|LEEDS|England|Private|Active|02/03/2014|62020 - IT|http://register.example/0124`,
    kind: "company",
    first: { name: "QUORVANE LTD", key: "0123", foundedYear: "2012" },
    map: { source: "basiccompanydata" },
  },
  {
    about: "columns whose names say nothing",
    file: "export.csv",
    text: `A|B|C|D|E
      Quorvane|2026-05-04|$2.5M|Series A|https://quorvane.example
      Oakmesh|2026-05-05|$700k|Seed|https://oakmesh.example
      Veld|2026-05-06|$1M|Seed|https://veld.example`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "2026-05-04", amount: "$2.5M", currency: "USD" },
      ...{ round: "Series A", "company.domain": "https://quorvane.example" },
    },
    unmapped: [],
  },
  {
    about: "companies without a key and with few domains",
    file: "startups.csv",
    text: `Startup Name|Sector|Founded|Employees|City
      Quorvane|Health|2015|25|Pune
      Oakmesh|Retail|2016|200|Goa`,
    kind: "company",
    first: {
      ...{ name: "Quorvane", key: "Quorvane", foundedYear: "2015", employeeCountBucket: "25", hqCity: "Pune" },
      industrySubTags: ["Health"],
    },
    unmapped: [],
  },
  {
    about: "rounds of a later edition of the newsletter",
    file: "startup_funding.csv",
    text: `Sr No|Date dd/mm/yyyy|Startup Name|Industry Vertical|SubVertical|City  Location|Investors Name|InvestmentnType|Amount in USD|Remarks
      1|09/01/2020|Quorvane|E-Tech|E-learning|Bengaluru|Hollin|Private Equity Round|20,00,00,000|
      2|13/01/2020|Oakmesh|Transport|Cabs|Pune|Veld|Series C|8,048,394|
      3|14/01/2020|Ardholt|Transport|Cabs|Pune|Veld|Seed Round|N/A|`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "09/01/2020", round: "Private Equity Round" },
      ...{ amount: "20,00,00,000", currency: "USD", "company.hqCity": "Bengaluru", investors: ["Hollin"] },
    },
    unmapped: ["Remarks"],
    map: { dates: ["dd/mm/yyyy"], numbers: { grouping: ",", decimal: "." } },
  },
  {
    about: "companies with facts about their rounds",
    file: "unicorns.csv",
    text: `Company|Valuation ($B)|Date Joined|Country|City|Industry|Select Investors|Founded Year|Total Raised|Financial Stage|Investors Count
      Quorvane|180|4/7/2017|China|Beijing|AI|Hollin, Veld|2012|$7.44B|IPO|28
      Oakmesh|100.3|12/1/2012|United States|Hawthorne|Other|Ardholt|2002|$6.874B|None|29`,
    kind: "company",
    first: { name: "Quorvane", hqCountry: "China", hqCity: "Beijing", foundedYear: "2012", industrySubTags: ["AI"] },
  },
  {
    about: "organizations of a bulk export",
    file: "organizations.csv",
    text: `uuid|name|type|permalink|cb_url|rank|created_at|updated_at|legal_name|roles|domain|homepage_url|country_code|state_code|region|city|short_description|category_list|num_funding_rounds|total_funding_usd|founded_on|last_funding_on|closed_on|employee_count|facebook_url|linkedin_url|logo_url
      u1|Quorvane|organization|quorvane|https://db.example/q|1|2010-01-01|2020-01-01|Quorvane Inc.|company|quorvane.example|https://quorvane.example|FRA||Rhone|Lyon|Seeds|Health,Food|2|5|2008-02-03|2012-01-01||11-50|https://social.example/q|https://www.linkedin.com/q|https://x.example/l
      u2|Oakmesh|organization|oakmesh|https://db.example/o|2|2010-01-01|2020-01-01|Oakmesh Inc.|company|oakmesh.example|https://oakmesh.example|USA|TX|Texas|Austin|Nets|Media|1|5|2009-02-03|2012-01-01|2019-01-01|51-100|https://social.example/o||https://x.example/l`,
    kind: "company",
    first: {
      ...{ key: "u1", name: "Quorvane", domain: "quorvane.example", hqCountry: "FRA", hqCity: "Lyon" },
      ...{ description: "Seeds", foundedYear: "2008", employeeCountBucket: "11-50" },
      ...{ socialUrl: "https://www.linkedin.com/q", industrySubTags: ["Health", "Food"] },
    },
    map: { fields: { domain: ["domain", "homepage_url"] } },
  },
  {
    about: "deals of a research database",
    file: "deals.xlsx",
    text: `Company Name|Deal Date|Deal Size (USD m)|Deal Type|Investors|HQ Location|Primary Industry Sector|Post Valuation
      Quorvane|04-May-2026|2.5|Early Stage VC|Hollin; Veld|Lyon, France|Health|10
      Oakmesh|05-Jun-2026|7|Seed Round|Ardholt|Austin, United States|Software|20`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "04-May-2026", amount: "2.5M", currency: "USD" },
      ...{ round: "Early Stage VC", investors: ["Hollin", "Veld"], "company.hqCity": "Lyon" },
      "company.hqCountry": "France",
    },
    unmapped: ["Post Valuation"],
    map: { dates: ["dd mmm yyyy"] },
  },
  {
    about: "acquisitions in a small table",
    file: "a.csv",
    text: `Acquirer|Acquired|Date|Price
      Quorvane|Oakmesh|2026-05-04|$25 million
      Veld|Ardholt|2026-05-05|undisclosed
      Hollin|Castle|2026-05-06|€3m`,
    kind: "acquisition",
    first: {
      ...{ "acquirer.name": "Quorvane", "target.name": "Oakmesh", announcedAt: "2026-05-04", amount: "$25 million" },
      currency: "USD",
    },
    unmapped: [],
  },
  {
    about: "units of a French register",
    file: "StockUniteLegale_utf8.csv",
    text: `siren|denominationUniteLegale|sigleUniteLegale|categorieJuridiqueUniteLegale|trancheEffectifsUniteLegale|dateCreationUniteLegale|etatAdministratifUniteLegale
      123456789|QUORVANE|QV|5710|11|2012-03-04|A
      223456789|OAKMESH||5710|NN|2014-03-04|A`,
    kind: "company",
    first: { key: "123456789", name: "QUORVANE", foundedYear: "2012" },
  },
  {
    about: "answers of a query service",
    file: "query.json",
    text: `item|itemLabel|inception|website|countryLabel|hqLabel
      http://entity.example/Q1|Quorvane|2012-03-04T00:00:00Z|https://quorvane.example|France|Lyon
      http://entity.example/Q2|Oakmesh|2014-03-04T00:00:00Z|https://oakmesh.example|Germany|Berlin`,
    kind: "company",
    first: {
      ...{ key: "http://entity.example/Q1", name: "Quorvane", foundedYear: "2012", hqCountry: "France" },
      ...{ domain: "https://quorvane.example" },
    },
  },
];

describe("proposeMap", () => {
  it.each(SHAPES)("proposes a map for $about", ({ file, text, kind, first, unmapped, map }) => {
    const { header, rows } = table(text);
    const proposal = proposeMap({ fileName: file, header, rows });
    expect(proposal.kind).toBe(kind);
    expect(proposal.missing).toEqual([]);
    const row = rowMapper(parseMap(proposal.map, "proposed"), header)(rows[0] ?? []);
    const read = { ...Object.fromEntries(row.texts), ...Object.fromEntries(row.lists) };
    expect(row.key === null ? read : { key: row.key, ...read }).toMatchObject(first);
    if (unmapped !== undefined) expect(proposal.unmapped).toEqual(unmapped);
    if (map !== undefined) expect(proposal.map).toMatchObject(map);
    expect(proposal.columns.map(({ column }) => column)).toEqual(header);
    for (const { why } of proposal.columns) expect(why).not.toBe("");
  });

  it("lists each column with its field, three samples and a reason", () => {
    const { header, rows } = table(SHAPES[0]?.text ?? "");
    const { columns, assumptions } = proposeMap({ fileName: "a.csv", header, rows });
    expect(columns[1]).toEqual({
      column: "Date",
      field: "announcedAt",
      confidence: 0.95,
      why: "the name means announced; dates are dd/mm/yyyy, because 1 values fit only this order",
      samples: ["01/12/2016", "25/12/2016"],
    });
    expect(assumptions).toEqual(["currency is USD in every row: the name of AmountInUSD says USD."]);
  });

  it("takes the kind that is named, and says which field has no column", () => {
    const { header, rows } = table("Company|City\nQuorvane|Pune\nOakmesh|Goa");
    const proposal = proposeMap({ fileName: "a.csv", header, rows, kind: "funding" });
    expect([proposal.kind, proposal.missing]).toEqual(["funding", ["announcedAt"]]);
    expect(proposal.confidence).toBeLessThan(0.2);
  });

  it("takes no domain from the pages of a database", () => {
    const rows = ["a", "b", "c", "d", "e"].map((name) => [name, `https://db.example/${name}`]);
    const { map, unmapped } = proposeMap({ fileName: "a.csv", header: ["Company", "URL"], rows });
    expect([Object.keys(map.fields ?? {}), unmapped]).toEqual([["name", "key"], ["URL"]]);
  });

  it("takes no key from a column that repeats", () => {
    const { header, rows } = table("ID|Company|Date|Round\n1|Quorvane|2026-05-04|Seed\n1|Oakmesh|2026-05-05|Seed");
    const { map, unmapped } = proposeMap({ fileName: "a.csv", header, rows });
    expect([map.key, unmapped]).toEqual([undefined, ["ID"]]);
  });
});

describe("the synonyms", () => {
  it("give each phrase one meaning", () => {
    expect(ambiguousPhrases()).toEqual([]);
  });
});

describe("headerShape", () => {
  it("is the same for the same names in any order and spelling", () => {
    expect(headerShape(["Company Name", "Date"])).toBe(headerShape(["date", "company_name"]));
    expect(headerShape(["Company Name", "Date"])).not.toBe(headerShape(["Company Name", "Date", "Date (2)"]));
  });
});

describe("sourceName", () => {
  it.each([
    ["Rounds 2025-03-01.csv", "rounds"],
    ["/a/b/companies-11-20-2026.csv.gz", "companies"],
    ["2025q4_d.zip", "d"],
    ["Levées (final) Q3.xlsx", "levees"],
    ["2026.csv", "import"],
  ])("of %s is %s", (file, name) => {
    expect(sourceName(file)).toBe(name);
  });
});

describe("profile", () => {
  it("describes the values of each column", () => {
    const [date, country] = profile(
      ["When", "Where"],
      [
        ["2026-05-04", "FR"],
        ["2026-05-04", "n/a"],
        ["2026-05-05", ""],
        ["", "Germany"],
      ],
    );
    expect(date).toMatchObject({ fill: 0.75, distinct: 2, samples: ["2026-05-04", "2026-05-05"], shares: { date: 1 } });
    expect(country).toMatchObject({ fill: 0.5, distinct: 2, shares: { country: 1, date: 0 } });
  });
});
