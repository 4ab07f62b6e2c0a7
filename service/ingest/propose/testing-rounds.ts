/** Invented files of rounds, in the shapes that real ones have. */

/** The rows are written with bars between their cells. */
export interface Shape {
  readonly about: string;
  readonly file: string;
  readonly text: string;
  readonly kind: string;
  /** The map makes this of the first row. */
  readonly first: Readonly<Record<string, unknown>>;
  readonly unmapped?: readonly string[];
  readonly map?: object;
}

export const ROUND_SHAPES: readonly Shape[] = [
  {
    about: "rounds of a newsletter with Indian digit groups",
    file: "startup_rounds_2016.csv",
    text: `Sr No|Date |StartupName|IndustryVertical|CityLocation|InvestorsName|InvestmentType|AmountInUSD|Remarks
      1|01/12/2016|Quorvane|Technology|Pune|Hollin, Ardholt & Others|Seed Funding|12,00,000|nan
      2|25/12/2016|Oakmesh|Retail|Delhi|Undisclosed investors|Private Equity|N/A|Series A`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", "company.hqCity": "Pune", announcedAt: "01/12/2016" },
      ...{ investors: ["Hollin", "Ardholt"], round: "Seed Funding", amount: "12,00,000", currency: "USD" },
      "company.industrySubTags": ["Technology"],
    },
    unmapped: ["Sr No", "Remarks"],
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
    unmapped: [
      ...["name", "type", "permalink", "cb_url", "rank", "created_at", "updated_at", "post_money_valuation_usd"],
      ...["investor_count", "lead_investor_uuids"],
    ],
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
      ...{ "company.domain": "https://quorvane.example", "company.hqCity": "Lyon" },
      ...{ "company.hqCountry": "Lyon, Rhone-Alpes, France", investors: ["Hollin", "Hollin", "Veld"] },
    },
  },
  {
    about: "rounds of a later edition of the paid database",
    file: "fundings.csv",
    text: `Transaction Name|Funding Type|Money Raised|Money Raised Currency|Money Raised Currency (in USD)|Announced Date|Organization Name|Organization Location
      Seed - Quorvane|Seed|1500000|EUR|1650000|2020-05-01|Quorvane|Lyon, Rhone-Alpes, France, Europe
      A - Oakmesh|Series A|2000000|GBP|2500000|2020-05-02|Oakmesh|Porto, Porto, Portugal, Europe`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", round: "Seed", amount: "1500000", amountUsd: "1650000", currency: "EUR" },
      ...{ announcedAt: "2020-05-01", "company.hqCity": "Lyon", "company.hqCountry": "Lyon, Rhone-Alpes, France" },
    },
    unmapped: ["Transaction Name"],
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
    unmapped: ["Sr No", "Remarks"],
    map: { dates: ["dd/mm/yyyy"], numbers: { grouping: ",", decimal: "." } },
  },
  {
    about: "rounds with the page of the news, the company's address, and both descriptions",
    file: "raises.json",
    text: `company|amount|lead|participating|raise_type|announced_date|url|company_url|description|comp_description|header
      Quorvane|$70 million|Hollin|Veld, Ardholt|Series C|2021-02-24|https://news.example/a|https://quorvane.example|Quorvane raised $70 million|Makes nets|Quorvane raises $70 million
      Oakmesh|$2 million|Veld||Seed|2021-02-25|https://post.example/b|https://oakmesh.example|Oakmesh raised $2 million|Makes seeds|Oakmesh raises $2 million`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", "company.domain": "https://quorvane.example", amount: "$70 million" },
      ...{ "company.description": "Makes nets", announcedAt: "2021-02-24", round: "Series C" },
      ...{ investors: ["Hollin", "Veld", "Ardholt"], "source.url": "https://news.example/a" },
      "source.title": "Quorvane raises $70 million",
    },
    unmapped: ["description"],
  },
  {
    about: "rounds of domains, whose categories are types of rounds",
    file: "business_funding.csv",
    text: `Website Domain|Found At|Financing Type|Categories|Amount|Source Urls
      quorvane.example|2024-03-14|Series B|series_b|$1.9b|https://news.example/a, https://post.example/b
      oakmesh.example|2024-05-31||debt_financing|$5m|https://news.example/c
      veld.example|2024-06-30||private_equity|$6m|https://news.example/d`,
    kind: "funding",
    first: {
      ...{ "company.domain": "quorvane.example", announcedAt: "2024-03-14", round: "Series B", amount: "$1.9b" },
      "source.url": "https://news.example/a, https://post.example/b",
    },
    unmapped: [],
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
      "company.hqCountry": "Lyon, France",
    },
    unmapped: ["Post Valuation"],
    map: { dates: ["dd mmm yyyy"] },
  },
  {
    about: "rounds with the type of the deal, an outlet, and amounts of 0",
    file: "raises.json",
    text: `company|round_date|amount_usd|stage|category|investors|source|source_url|headline|contributed_pct|deal.status
      Quorvane|2026-09-29|0||debt|Hollin Ventures and Ardholt|Wire|https://news.example/a|Quorvane borrows|100|completed
      Oakmesh|2026-09-28|12000000|Series B|equity||Wire|https://news.example/b|Oakmesh raises|100|completed
      Veld|2026-09-28|150000|Seed|equity||Post|https://news.example/c|Veld raises|100|no_deal`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "2026-09-29", round: "debt" },
      ...{ investors: ["Hollin Ventures", "Ardholt"], "source.outlet": "Wire" },
      ...{ "source.url": "https://news.example/a", "source.title": "Quorvane borrows" },
    },
    unmapped: ["contributed_pct", "deal.status"],
    map: {
      fields: { amount: { column: "amount_usd", missing: ["0"] } },
      where: [{ column: "deal.status", notIn: ["no_deal"] }],
    },
  },
  {
    about: "rounds of a pipeline with its own stages",
    file: "pipeline.csv",
    text: `Company|Stage|Round|Round Size|Sector|Close Date
      Quorvane|Closed - Invested|Series A|$12,500,000|Fintech, AI|4/2/2026
      Oakmesh|Closed - Passed|Seed|$2,000,000|Fintech|4/20/2026
      Veld|Closed - Passed|Bridge|$1,000,000|AI|4/20/2026`,
    kind: "funding",
    first: { round: "Series A", amount: "$12,500,000", "company.verticals": ["Fintech", "AI"] },
    unmapped: ["Stage"],
  },
  {
    about: "rounds in Portuguese",
    file: "rodadas.csv",
    text: `Empresa|Setor|Cidade|Estado|Rodada|Valor|Investidores|Data|Descrição
      Quorvane|Agro|Ribeirão Preto|SP|Série A|R$ 45 milhões|Hollin, Ardholt e Veld|14/09/2026|Crédito
      Oakmesh|Saúde|Recife|PE|Seed|R$ 900 mil|Solenne|15/09/2026|Clínicas`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", round: "Série A", amount: "R$ 45 milhões", currency: "BRL" },
      ...{ investors: ["Hollin", "Ardholt", "Veld"], announcedAt: "14/09/2026", "company.hqCity": "Ribeirão Preto" },
      ...{ "company.description": "Crédito", "company.industrySubTags": ["Agro"] },
    },
    unmapped: ["Estado"],
  },
  {
    about: "rounds in a file that is named after companies",
    file: "startups.csv",
    text: `Nom|Secteur|Montant Levé|Date de Levée|Effectif|Site Web
      Quorvane|Santé|500M€|2022-03-15|2000|https://quorvane.example
      Oakmesh|Logiciel|134M€|2024-04-04|400|https://oakmesh.example`,
    kind: "funding",
    first: {
      "company.name": "Quorvane",
      amount: "500M€",
      announcedAt: "2022-03-15",
      "company.domain": "https://quorvane.example",
    },
  },
  {
    about: "opportunities of a sales program",
    file: "report1764330912345.csv",
    text: `Opportunity Name|Account Name|Round|Amount Currency|Amount|Close Date|Stage|Opportunity ID
      Quorvane - Series A|Quorvane, Inc.|Series A|USD|17,500,000.00|10/2/2026|Closed Won|006a
      Oakmesh - Seed|Oakmesh|Seed|USD|2,000,000.00|10/14/2026|Closed Won|006b`,
    kind: "funding",
    first: { key: "006a", "company.name": "Quorvane, Inc.", round: "Series A", amount: "17,500,000.00" },
    unmapped: ["Opportunity Name", "Stage"],
  },
  {
    about: "rounds in Dutch",
    file: "rondes week 23.csv",
    text: `Datum|Startup|Plaats|Sector|Bedrag|Ronde|Investeerders|Website|Bron
      03-06-2024|Quorvane|Eindhoven|Energie|€ 12,5 mln|Series A|Hollin, Ardholt en Veld|www.quorvane.example|https://news.example/a`,
    kind: "funding",
    first: {
      ...{ announcedAt: "03-06-2024", "company.name": "Quorvane", "company.hqCity": "Eindhoven", round: "Series A" },
      ...{ amount: "€ 12,5 mln", currency: "EUR", investors: ["Hollin", "Ardholt", "Veld"] },
    },
    unmapped: [],
    map: { dates: ["dd/mm/yyyy"] },
  },
  {
    about: "rounds with a column for each investor",
    file: "rounds_export.tsv",
    text: `Company|Round Date|Round Type|Raised|Currency|Investor 1|Investor 2|Investor 3
      Quorvane|2024-02-14|Series A|18000000|USD|Hollin|Ardholt|Veld
      Oakmesh|2024-02-15|Seed|2000000|USD|Solenne||`,
    kind: "funding",
    first: { "company.name": "Quorvane", investors: ["Hollin", "Ardholt", "Veld"] },
    unmapped: [],
  },
  {
    about: "rounds of a newsletter that asks who, what and where",
    file: "weekly.csv",
    text: `Who|What|Where|How much|Stage|With participation from|When
      Quorvane|Seeds for dry soil|Pune, India|$2.5M|Seed|Hollin, Veld|2026-05-04
      Oakmesh|Nets that mend|Lyon, France|€700k|Series A|Ardholt|2026-05-05
      Kestrel|Robots for orchards|Kiel, Germany|undisclosed|Seed|Quist|2026-05-06`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", amount: "$2.5M", round: "Seed", investors: ["Hollin", "Veld"] },
      ...{ "company.hqCity": "Pune", announcedAt: "2026-05-04", "company.description": "Seeds for dry soil" },
    },
    unmapped: [],
  },
  {
    about: "deals of a database with several types, people behind firms, and an amount in the deal's currency",
    file: "deals_export.xlsx",
    text: `Companies|Deal Date|Deal Size|Native Currency of Deal|Deal Type|Deal Type 2|Deal Class|VC Round|Price per Share|New Investors|HQ Location
      Quorvane|12-May-2026|2.5|Euros (EUR)|Early Stage VC|Series A|Venture Capital|2nd Round|1.5|Hollin Capital(Ines Calloway), Veld|San Jose, CA
      Oakmesh|13-May-2026|0.45|US Dollars (USD)|Grant||Other|||Ardholt(Lender)|Austin, TX
      Kestrel|14-May-2026|31.2|US Dollars (USD)|Later Stage VC|Series C|Venture Capital|4th Round|9.1|Quist|New York, NY`,
    kind: "funding",
    first: {
      ...{ round: "Series A", amount: "2.5M", "company.hqCountry": "US", "company.hqCity": "San Jose" },
      investors: ["Hollin Capital", "Veld"],
    },
    unmapped: ["Deal Class", "VC Round", "Price per Share"],
    map: {
      fields: {
        round: [
          { column: "Deal Type 2", values: { deal: null } },
          { column: "Deal Type", values: { deal: null } },
        ],
      },
    },
  },
  {
    about: "rounds of one country, of which one has a state without a city",
    file: "bridge-rounds.csv",
    text: `Company|HQ Location|Deal Date|Deal Stage|Deal Size
      Quorvane|TN|2026-05-12|Seed|2500000
      Oakmesh|Austin, TX|2026-05-13|Development capital|450000
      Kestrel|New York, NY|2026-05-14|Series A|3100000`,
    kind: "funding",
    first: { "company.name": "Quorvane", "company.hqCountry": "US" },
    unmapped: [],
    map: { fields: { "company.hqCity": { column: "HQ Location", strip: ",.*$|^(?!DC|LA|NY|SF)[A-Z]{2}$" } } },
  },
  {
    about: "rounds with an amount in two currencies, and with one that says its own unit",
    file: "transactions.csv",
    text: `NAME|ROUND DATE|ROUND AMOUNT|ROUND CURRENCY|ROUND AMOUNT (EUR M)|CLIENT FOCUS|ROUND TYPE
      Quorvane|may/2026|410|SEK|36.6|business|SERIES C
      Oakmesh|jun/2026|2.4|EUR|2.4|consumer|SEED
      Kestrel|jul/2026|36|EUR|36|business|SERIES A`,
    kind: "funding",
    first: { amount: "410M", currency: "SEK", "company.businessModel": "business" },
    unmapped: ["ROUND AMOUNT (EUR M)"],
  },
  {
    about: "rounds whose numbers have no unit, next to texts that have",
    file: "rounds.json",
    text: `company|stage|amount|currency|amountLabel|investors|investorsLabel|publishedOn
      Quorvane|Series C|35|EUR|€35 m|Hollin; Veld|Hollin and Veld|2026-08-05
      Oakmesh|Seed|6|EUR|€6 m|Ardholt|Ardholt|2026-08-06
      Kestrel|Seed|1.2|EUR|€1.2 m|Quist|Quist|2026-08-07`,
    kind: "funding",
    first: { amount: "€35 m", currency: "EUR", investors: ["Hollin", "Veld"], round: "Series C" },
    unmapped: ["amount", "investorsLabel"],
  },
  {
    about: "rounds whose amounts must be in millions",
    file: "raises.csv",
    text: `Startup|Date|Raised|Funding Stage|amount_raw
      Quorvane|2026-05-12|2.5|Seed|
      Oakmesh|2026-05-13||Seed|USD6m
      Kestrel|2026-05-14|31|Series A|
      Veld|2026-05-15|12|Series A|`,
    kind: "funding",
    first: { amount: "2.5M", currency: "USD" },
    map: { fields: { amount: [{ column: "Raised", multiply: 1_000_000 }, "amount_raw"] } },
  },
  {
    about: "rounds of an API with investors as records, and conversions of the dollars that a row names",
    file: "rounds.json",
    text: `company|stage|announced|amount_inr|amount_usd|currency_original|investors.slug|investors.is_lead|sources.url
      quorvane|seed|2026-09-18|14957280|156000|USD|hollin; ardholt|true; false|https://a.example/1
      oakmesh|series-a|2026-09-17|489294000|5100000|USD|veld|true|https://a.example/2
      kestrel|seed|2026-09-16|479800000|5000000|INR|quist||https://a.example/3`,
    kind: "funding",
    first: {
      ...{ currency: "INR", amountUsd: "156000", "source.url": "https://a.example/1" },
      investors: ["hollin", "ardholt"],
    },
    unmapped: ["investors.is_lead"],
    map: { fields: { amount: { template: "{currency_original} {amount_inr}", strip: "^INR " } } },
  },
  {
    about: "rounds of an API whose participants are records with an investor each",
    file: "rounds.json",
    text: `type|announced_on|raised.amount|raised.currency|organization.name|organization.hq.city|organization.blurb|participants.investor.name|participants.investor.type|participants.lead
      series_a|2025-04-16|12000000|EUR|Quorvane|Antwerp|Makes nets|Hollin; Veld|vc; vc|true; false
      seed|2025-04-15|4100000|USD|Oakmesh|Kiel|Makes seeds|Ardholt|angel|true`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", amount: "12000000", currency: "EUR", "company.hqCity": "Antwerp" },
      ...{ investors: ["Hollin", "Veld"], "company.description": "Makes nets" },
    },
    unmapped: ["participants.investor.type", "participants.lead"],
  },
  {
    about: "rounds with two columns for the round, sectors of which some are verticals, and other dates",
    file: "rounds.csv",
    text: `company|headcount|headcount growth % (90d)|sector|proposal award date|contract end date|proposal receipt date|stage|round_label|amount_usd
      Quorvane|||Fintech|2026-05-12|2028-05-12|2025-05-12|Seed|seed funding|1200000
      Oakmesh|20|12.3|Energy|2026-05-13|2028-05-12|2025-05-12||bridge funding|2200000
      Kestrel|30|1.1|Cybersecurity|2026-05-14|2028-05-12|2025-05-12|Series A|series A funding|3200000`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "2026-05-12", round: "Seed", amount: "1200000" },
      "company.industrySubTags": ["Fintech"],
    },
    unmapped: ["headcount growth % (90d)", "contract end date", "proposal receipt date"],
    map: { fields: { round: ["stage", "round_label"], announcedAt: "proposal award date" } },
  },
  {
    about: "awards in phases, which are grants of an agency",
    file: "awards.csv",
    text: `Company|Award Title|Phase|Award Date|Award Amount|Funding Agency
      Quorvane LLC|Compact nets|Phase II|2026-05-14|849987.00|Department of Fisheries
      Oakmesh Inc|Seed coating|Phase I|2026-05-15|149982.00|Department of Fisheries`,
    kind: "funding",
    first: { "company.name": "Quorvane LLC", round: "grant", amount: "849987.00", announcedAt: "2026-05-14" },
    unmapped: ["Award Title", "Phase"],
  },
  {
    about: "rounds with the financing next to leads of other kinds, and places of the United States",
    file: "financings.xlsx",
    text: `Closed|Company|Location|Lead Indication|Asset Phase|Financing|Gross Proceeds ($M)|Lead Investor(s)|Syndicate|PR
      3-Sep-26|Quorvane|Cambridge, MA|Obesity|Ph1|Series B|110|Hollin|Veld, Ardholt|https://wire.example/news/1
      4-Sep-26|Oakmesh|Austin, TX|MASH|Ph2|Seed|12|Quist||https://wire.example/news/2
      5-Sep-26|Kestrel|London, UK|SLE|Ph2|Series A|31|Veld|Hollin|https://wire.example/news/3
      6-Sep-26|Tarn|Basel, Switzerland|MRD|Ph3|Series C|70|Veld|Hollin|https://wire.example/news/4`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", "company.hqCity": "Cambridge", "company.hqCountry": "US", round: "Series B" },
      ...{ amount: "110M", investors: ["Hollin", "Veld", "Ardholt"], "source.url": "https://wire.example/news/1" },
    },
    unmapped: ["Lead Indication", "Asset Phase"],
  },
  {
    about: "rounds in German with points in dates and a word that nobody knows for them",
    file: "monitor.csv",
    text: `Startup|Sitz|Gründung|Freigabetag|Finanzierungsphase|Volumen (in Mio. €)|Lead-Investor|Website
      Quorvane|Hamburg|2021|01.09.2026|Series A|8,5|Hollin|quorvane.example
      Oakmesh|Berlin|2020|02.09.2026|Seed|2,5|Veld|oakmesh.example`,
    kind: "funding",
    first: { "company.name": "Quorvane", announcedAt: "01.09.2026", amount: "8,5M", currency: "EUR" },
    unmapped: [],
  },
  {
    about: "answers to a form, whose questions are the names of columns",
    file: "responses.csv",
    text: `Timestamp|Company name|Where are you headquartered?|What was the round?|How much did you raise?|Who led the round?|Who else participated?|When was it announced?|Link to the announcement
      9/1/2026 9:12:44|Quorvane|Kiel, Germany|Seed|$3.2M|Hollin|Veld, Ardholt|8/27/2026|https://wire.example/news/1
      9/1/2026 9:14:01|Oakmesh|Lyon, France|Series A|€36M|Quist||8/28/2026|https://wire.example/news/2`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "8/27/2026", round: "Seed", amount: "$3.2M" },
      ...{ investors: ["Hollin", "Veld", "Ardholt"], "company.hqCountry": "Kiel, Germany" },
    },
    unmapped: [],
  },
  {
    about: "rounds whose website is often the article about them",
    file: "startups.csv",
    text: `name|website|fundingDate|fundingAmount|round
      Quorvane|https://wire.example/2026/09/quorvane-raises|2026-09-16|$3M|Seed
      Oakmesh|https://wire.example/2026/09/oakmesh-closes|2026-09-17|$11M|Seed
      Kestrel|https://news.example/kestrel-gets-new-money|2026-09-18|$7M|Series A
      Tarn|https://news.example/tarn-grows-to-lyon|2026-09-18|$7M|Series A`,
    kind: "funding",
    first: { "company.name": "Quorvane", "source.url": "https://wire.example/2026/09/quorvane-raises", amount: "$3M" },
    unmapped: [],
  },
  {
    about: "rounds of tokens with identifiers of categories",
    file: "rounds.jsonl",
    text: `name|raise|stage|date|funds|category.id|category.name|filerCategory
      Quorvane|3000000|Seed|2026-09-16|Hollin; Veld|8|Payments|Accelerated filer
      Oakmesh|5000000|Seed|2026-09-17|Tarn|11|Games|Other filer`,
    kind: "funding",
    first: { "company.name": "Quorvane", "company.industrySubTags": ["Payments"], investors: ["Hollin", "Veld"] },
    unmapped: ["category.id", "filerCategory"],
  },
  {
    about: "filings with types of entities that are also types of investors",
    file: "filings.tsv",
    text: `ACCESSIONNUMBER|FILING_DATE|CIK|ENTITYNAME|ENTITYKIND|TOTALAMOUNTSOLD
      0001-26-1|02-SEP-2026|1998321|Quorvane, Inc.|Corporation|1500000
      0001-26-2|03-SEP-2026|2011877|Oakmesh, Inc.|Corporation|2500000
      0001-26-3|03-SEP-2026|1877450|Tarn LLC|Corporation|3500000`,
    kind: "funding",
    first: { key: "0001-26-1", "company.name": "Quorvane, Inc.", "company.key": "1998321", announcedAt: "02-SEP-2026" },
  },
  {
    about: "rounds in German in thousands of euros",
    file: "monitor.csv",
    text: `Closing|Portfoliounternehmen|Gegenstand|Rundenart|Rundenvolumen (TEUR)|Beteiligte Investoren|Internet
      03.09.2026|Quorvane|Wasserstoffsensorik|Seed|1.850,0|*Hollin, Veld|www.quorvane.example
      04.09.2026|Oakmesh|Netze|Series A|42.000,0|Tarn|www.oakmesh.example`,
    kind: "funding",
    first: {
      ...{
        "company.name": "Quorvane",
        round: "Seed",
        amount: "1.850,0k",
        currency: "EUR",
        investors: ["Hollin", "Veld"],
      },
      "company.description": "Wasserstoffsensorik",
    },
    unmapped: [],
  },
  {
    about: "rounds of a newsletter with those who led and who joined, and seconds as dates",
    file: "deals.jsonl",
    text: `issue|company.name|company.location|deal.raised|deal.stage|deal.led_by|deal.joined_by|announcement date
      1|Quorvane|Chicago, Ill.|£32 million ($42.6 million)|Seed|Hollin|Veld; Tarn|1704412800
      2|Oakmesh|Lyon, France|$4 million|Seed|Quist||1704499200`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", investors: ["Hollin", "Veld", "Tarn"], announcedAt: "1704412800" },
      "company.hqCountry": "Chicago, Ill.",
    },
    map: { dates: ["unix"] },
  },
  {
    about: "grants of an agency to firms",
    file: "awards.csv",
    text: `award_id|agency|firm_name|award_amount|award_date
      1007|NSF|Quorvane Inc|1249115|2025-07-24
      1011|NSF|Oakmesh LLC|1247426|2025-07-15`,
    kind: "funding",
    first: { "company.name": "Quorvane Inc", investors: ["NSF"], amount: "1249115", round: "grant" },
  },
  {
    about: "rounds with what they are used for, a citation, and exits among them",
    file: "rounds.csv",
    text: `company_name|round|amount_usd|lead_investor|closed_on|use_of_funds|citation|Type
      Quorvane|Seed|6500000|Hollin|2024-03-01|Hardware, sales + research|https://www.quorvane.example/news|VC
      Oakmesh|Series A|4150000|Veld|2023-08-15|Hiring, sales|https://www.oakmesh.example/news|VC
      Ardholt||||2023-09-15|||EXIT`,
    kind: "funding",
    first: { investors: ["Hollin"], "source.url": "https://www.quorvane.example/news" },
    unmapped: ["use_of_funds", "Type"],
    map: { where: [{ column: "Type", notIn: ["EXIT"] }] },
  },
  {
    about: "rounds with investments that are names, and a second column of the amount with its currency",
    file: "rounds.csv",
    text: `CompanyName|Date|Amount|Amount (2)|Round|Investment
      Quorvane|2026-03-01|5000000|EUR|Seed|Hollin Capital、Veld
      Oakmesh|2026-04-01|7000000|GBP|Series A|Tarn
      Ardholt|2026-05-02|2000000|EUR|Seed|Solenne Ventures`,
    kind: "funding",
    first: { amount: "5000000", currency: "EUR", investors: ["Hollin Capital", "Veld"] },
    unmapped: [],
  },
  {
    about: "rounds with areas that are explained in brackets",
    file: "rounds.csv",
    text: `Company|Date|Amount|Industry
      Quorvane|2026-03-01|$5M|Eyes (lenses, cataracts), Ears
      Oakmesh|2026-04-01|$7M|Lungs (asthma)
      Ardholt|2026-05-02|$2M|Skin, Hair`,
    kind: "funding",
    first: { "company.industrySubTags": ["Eyes (lenses, cataracts)", "Ears"] },
  },
  {
    about: "rounds with sentences in place of an industry",
    file: "fundraising_2020.csv",
    text: `Company|Sector|SubVertical Industry|Round|Amount (USD)|Date
      Quorvane|AgriTech|Quorvane is a platform that helps farmers find buyers.|Seed|200000|2020-01-04
      Oakmesh|EdTech|An academy for scholars and their guardians in cities|Seed|100000|2020-01-05`,
    kind: "funding",
    first: {
      "company.industrySubTags": ["AgriTech"],
      "company.description": "Quorvane is a platform that helps farmers find buyers.",
    },
  },
  {
    about: "rounds below companies that are named once",
    file: "rounds.xlsx",
    text: `Company|Website|Date|Round|Amount
      Quorvane|quorvane.example|2016-05-04|Seed|$1M
      ||2018-06-05|Series A|$5M
      ||2020-07-06|Series B|$20M
      Oakmesh|oakmesh.example|2017-01-02|Seed|$2M`,
    kind: "funding",
    first: { "company.name": "Quorvane", "company.domain": "quorvane.example", round: "Seed" },
    map: { fillDown: ["Company", "Website"] },
  },
  {
    about: "grants with the type of the funder, and an exchange rate in each row",
    file: "grants.csv",
    text: `Project|Grantee|Amount (USD)|ZEC/USD|funder_type|Date
      Wallet|Quorvane|$6950.00|$107.72|corporate|26 Jan 2021
      Library|Oakmesh|$10440.00|$98.10|state|10 Feb 2021`,
    kind: "funding",
    first: { "company.name": "Quorvane", amount: "$6950.00", announcedAt: "26 Jan 2021" },
    unmapped: ["Project", "ZEC/USD", "funder_type"],
  },
  {
    about: "rounds within companies, of which some have none",
    file: "startups.json",
    text: `name|domain|country|raised.type|raised.announcedDate|raised.amountUsd
      Quorvane|quorvane.example|DE|Seed|2021-03|2000000
      Quorvane|quorvane.example|DE|Series A|2022-05|9000000
      Oakmesh|oakmesh.example|FR|||`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", "company.domain": "quorvane.example", "company.hqCountry": "DE" },
      ...{ round: "Seed", announcedAt: "2021-03", amount: "2000000", currency: "USD" },
    },
    map: { undated: "company" },
  },
  {
    about: "rounds of projects next to those of funds",
    file: "investments.json",
    text: `fund_slug|fund_name|project_slug|project_name|amount|stage|date
      hollin-capital|Hollin Capital|quorvane|Quorvane|20000000.0|Series A|2024-06-01
      hollin-capital|Hollin Capital|oakmesh|Oakmesh|60000000.0|Series B|2024-07-01`,
    kind: "funding",
    first: { "company.name": "Quorvane", investors: ["Hollin Capital"], round: "Series A", amount: "20000000.0" },
  },
  {
    about: "rounds under the names of their companies",
    file: "raises.json",
    text: `entry|date|amount|round
      quorvane|2022-08|3.5|Seed
      quorvane|2023-01|25|Series A
      quorvane|2023-06|73|Series B
      oakmesh|2024-01|12|Seed`,
    kind: "funding",
    first: { "company.name": "quorvane", announcedAt: "2022-08", amount: "3.5M", round: "Seed" },
  },
  {
    about: "rounds with those of earlier years, countries of activity, and the titles of articles",
    file: "funding.json",
    text: `company|round|history.round|history.date|countries|donor|amount|date|title|source
      Quorvane||Series A|2023-01-02|Kenya; Ghana|Hollin Fund|$20m|2026-08-28|Quorvane raises money for its plants|https://wire.example/news/1
      Oakmesh|Seed|Debt|2024-02-03|Ghana; Mali|Veld|$3m|2026-08-29|Oakmesh closes its first round|https://wire.example/news/2`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", amount: "$20m", announcedAt: "2026-08-28", investors: ["Hollin Fund"] },
      "source.title": "Quorvane raises money for its plants",
    },
    unmapped: ["history.round", "history.date", "countries"],
  },
  {
    about: "loans for films, with their titles and directors",
    file: "deals.csv",
    text: `borrower_name|title|director|loan_amount|origination_date|lender
      Quorvane Films LLC|The Last Witness|Ines Calloway|12000000|2025-09-15|Hollin Bank
      Oakmesh Pictures|Midnight in Veld|Otto Veld|8000000|2025-11-01|Tarn Bank
      Kestrel Studios|Neon Requiem|Mara Hollin|5000000|2026-01-15|Tarn Bank`,
    kind: "funding",
    first: { "company.name": "Quorvane Films LLC", amount: "12000000", investors: ["Hollin Bank"] },
  },
  {
    about: "grants of an organization",
    file: "grants.csv",
    text: `Year|Organization|Recipient|Amount|Description
      2024|Oakmesh Foundation|Quorvane|3253550.0|Quorvane: research into feed
      2023|Oakmesh Foundation|Tarn|2500000.0|General support`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", investors: ["Oakmesh Foundation"], announcedAt: "2024", amount: "3253550.0" },
      round: "grant",
    },
    unmapped: ["Description"],
  },
  {
    about: "stakes that an investor took",
    file: "stakes.csv",
    text: `Deal Number|Completed date|Acquiror name|Acquiror country code|Target name|Target country code|Deal type
      1909567567|12.04.2017|Hollin Ventures AG|CH|Quorvane SA|FR|Minority stake unknown %
      1909043470|18.11.2013|Hollin Ventures AG|CH|Oakmesh Corporation|US|Capital increase`,
    kind: "funding",
    first: {
      ...{ key: "1909567567", "company.name": "Quorvane SA", "company.hqCountry": "FR", announcedAt: "12.04.2017" },
      investors: ["Hollin Ventures AG"],
    },
    unmapped: ["Acquiror country code", "Deal type"],
  },
  {
    about: "articles with the latest round of a company in an object, and a history of others",
    file: "startups.json",
    text: `id|date|name|stage|funding.latest_round.stage|funding.latest_round.amount|funding.latest_round.date|funding.latest_round.lead_investor|funding.funding_history.date|funding.funding_history.lead_investor
      quorvane-2026|2026-04-27|Quorvane|Series B|Series A|$300M|2024-07|Hollin|2023-09; 2024-07|Veld; Hollin
      oakmesh-2026|2026-04-28|Oakmesh|Series A|Series A|$130M|2024-09|Tarn|2024-03; 2024-09|Ardholt; Tarn`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "2024-07", amount: "$300M", round: "Series A" },
      investors: ["Hollin"],
    },
    unmapped: ["date", "stage", "funding.funding_history.date", "funding.funding_history.lead_investor"],
  },
  {
    about: "grants of a register with the tax numbers of those who receive them",
    file: "concesiones.json",
    text: `codConcesion|fechaConcesion|beneficiario|importe
      SB143|2026-02-04|B08678120 QUORVANE SL|1037016.76
      SB144|2026-02-05|A44677813 OAKMESH SA|49997.29`,
    kind: "funding",
    first: {
      ...{ "company.name": "QUORVANE SL", announcedAt: "2026-02-04", amount: "1037016.76" },
      ...{ currency: "EUR", round: "grant" },
    },
    unmapped: ["codConcesion"],
  },
  {
    about: "grants in the columns of a British standard",
    file: "grants.csv",
    text: `Identifier|Title|Description|Currency|Amount Awarded|Award Date|Planned Dates:End Date|Recipient Org:Identifier|Recipient Org:Name|Funding Org:Name
      360G-1|Sensors for farms|Develops a sensor|GBP|25000|2021-03-04|2022-03-31|GB-COH-1|Quorvane Limited|Hollin Foundation
      360G-2|Nets for rivers|Tests nets|GBP|14000||2022-05-31|GB-COH-2|Oakmesh Ltd|Hollin Foundation`,
    kind: "funding",
    first: {
      ...{ key: "360G-1", "company.key": "GB-COH-1", "company.name": "Quorvane Limited", announcedAt: "2021-03-04" },
      ...{ amount: "25000", currency: "GBP", round: "grant", investors: ["Hollin Foundation"] },
    },
    unmapped: ["Title", "Description", "Planned Dates:End Date"],
  },
  {
    about: "awards of agencies to companies, with a sign of the currency in the name of the amount",
    file: "awards.csv",
    text: `Company|Agency|Phase|Award Offered (£)|Project Start Date|Product Type|Public Description
      Quorvane Inc|Ministry of Work|Phase I|245000|01/09/2021|GRD|Develops a sensor
      Oakmesh LLC|Ministry of Work|Phase II|120000|01/10/2021|GRD|Tests nets
      Tarn Bio Inc|Space Office|Phase I|80000|01/10/2021|GRD|Stores seeds`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane Inc", announcedAt: "01/09/2021", amount: "245000", currency: "GBP" },
      ...{ round: "grant", investors: ["Ministry of Work"] },
    },
    unmapped: ["Phase", "Product Type", "Public Description"],
    map: { dates: ["dd/mm/yyyy"] },
  },
  {
    about: "grants of a Polish agency, with the value of each project",
    file: "dotacje.csv",
    text: `Tytuł projektu|Nazwa beneficjenta|Wartość projektu (PLN)|Kwota dofinansowania (PLN)|Data podpisania umowy|Data zakończenia
      Czujniki|QUORVANE SP. Z O.O.|1234567|890000|2021-03-04|2022-12-31
      Sieci|OAKMESH S.A.|2500000|1750000|2021-05-11|2023-05-31`,
    kind: "funding",
    first: {
      ...{ "company.name": "QUORVANE SP. Z O.O.", announcedAt: "2021-03-04", amount: "890000", currency: "PLN" },
      round: "grant",
    },
    unmapped: ["Tytuł projektu", "Wartość projektu (PLN)", "Data zakończenia"],
  },
  {
    about: "grants in the columns of a French standard",
    file: "subventions.csv",
    text: `nomAttribuant|dateConvention|nomBeneficiaire|idBeneficiaire|objet|montant
      Région Hollin|2017-06-27|QUORVANE SAS|52170053400014|Capteur|47800.20
      Région Hollin|2017-07-04|OAKMESH SARL|41816609600069|Atelier|12000`,
    kind: "funding",
    first: {
      ...{ "company.name": "QUORVANE SAS", "company.key": "52170053400014", announcedAt: "2017-06-27" },
      ...{ amount: "47800.20", currency: "EUR", round: "grant", investors: ["Région Hollin"] },
    },
    unmapped: ["objet"],
  },
  {
    about: "the portfolio of a French fund",
    file: "portefeuille.csv",
    text: `Participation|Secteur|Date d'entrée|Statut|Co-investisseurs
      Quorvane|Santé|03/2018|En cours|Hollin Ventures
      Oakmesh|Énergie|11/2015|Cédée|Ardholt`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "03/2018", investors: ["Hollin Ventures"] },
      "company.industrySubTags": ["Santé"],
    },
    unmapped: ["Statut"],
  },
  {
    about: "the portfolio of a Spanish fund, with the year of each investment",
    file: "participadas.csv",
    text: `Empresa participada|Sector|Año de inversión|Coinversores
      Quorvane SL|Salud|2018|Hollin Ventures
      Oakmesh SA|Energía|2015|Ardholt`,
    kind: "funding",
    first: { "company.name": "Quorvane SL", announcedAt: "2018", investors: ["Hollin Ventures"] },
    unmapped: [],
  },
  {
    about: "angels and their companies, with the year of each investment",
    file: "investments.csv",
    text: `angel-id|investor-name|number-of-investments|invested-year|company-trade-name|stages
      a-91|Jane Hollin|66|2022|Quorvane|
      a-91|Jane Hollin|66|2021|Oakmesh|
      a-32|John Tarn|9|2021|Veld|`,
    kind: "funding",
    first: { "company.name": "Quorvane", announcedAt: "2022", investors: ["Jane Hollin"] },
    unmapped: ["angel-id", "number-of-investments", "stages"],
  },
  {
    about: "rounds of companies that only their ids name",
    file: "funding.csv",
    text: `company_id|round_date|funding_stage|amount|currency|investors|source_id
      quorvane|2021-07-20|Seed|10000000|USD|Hollin, Tarn|S028
      oak_mesh|2022-06|Grant|150000|NZD|Ardholt|S033
      veld_games|2023-11|Seed|||Slade|S023`,
    kind: "funding",
    first: { "company.name": "quorvane", announcedAt: "2021-07-20", amount: "10000000", round: "Seed" },
    unmapped: ["source_id"],
  },
  {
    about: "rounds of companies that only ids with a prefix name",
    file: "funding_events.csv",
    text: `company_id|round_date|round_name|amount_usd
      co_quorvane|2021-07-20|Seed|2208136
      co_oakmesh|2022-06-11|Series A|6693817
      co_veld|2023-11-02|Seed|1830947`,
    kind: "funding",
    first: { "company.name": "quorvane", announcedAt: "2021-07-20", amount: "2208136", round: "Seed" },
    unmapped: [],
  },
  {
    about: "investments of a bank, with the days of several steps",
    file: "projects.csv",
    text: `Company Name|Country|Date Disclosed|IFC Invested Date|IFC investment for Loan(Million - USD)|As of Date
      Quorvane S.A.|Brazil|2021-03-04|2021-06-01|35.00|2021-12-31
      Oakmesh Limited|India|2021-05-11|2021-08-01|10.00|2021-12-31`,
    kind: "funding",
    first: { "company.name": "Quorvane S.A.", announcedAt: "2021-03-04", amount: "35.00M", currency: "USD" },
    unmapped: ["As of Date"],
  },
  {
    about: "French articles, all columns of which begin with the same word",
    file: "startups.csv",
    text: `startup_name|startup_amount_invested|startup_article_publication_date|startup_founders|startup_phone
      Quorvane|2 000 000 €|24/09/2024||
      Oakmesh|1 400 000 €|29/11/2021||`,
    kind: "funding",
    first: { "company.name": "Quorvane", announcedAt: "24/09/2024", amount: "2 000 000 €", currency: "EUR" },
    unmapped: ["startup_founders", "startup_phone"],
  },
  {
    about: "rounds with a source, and with lists of articles",
    file: "levees.json",
    text: `entreprise|date|montant_eur|source|lien|presse.source|presse.titre|presse.lien
      Quorvane|2026-10-07|8946945|deals.example|https://deals.example/a/1|Blatt|Quorvane lève neuf millions d'euros|https://blatt.example/q/2
      Oakmesh|2026-10-06|35000000|deals.example|https://deals.example/a/2|Blatt|Oakmesh lève trente-cinq millions|https://blatt.example/o/3`,
    kind: "funding",
    first: { "source.url": "https://deals.example/a/1", "source.outlet": "deals.example" },
    unmapped: ["presse.source", "presse.titre", "presse.lien"],
  },
  {
    about: "numbered rounds above the remarks of a database",
    file: "rounds.csv",
    text: `SNo.|Company Name|Round Date|Round Name|Round Amount (in USD)|Round Id
      1|Quorvane|2024-12-19|Series A|12000000|R-17
      2|Oakmesh|2024-11-27|Seed|1800000|R-18
      3|Ardholt|2024-10-31|Angel|450000|R-19
      Reach out to us with any questions|||||
      Legal disclaimer|||||`,
    kind: "funding",
    first: { key: "R-17", "company.name": "Quorvane", announcedAt: "2024-12-19", amount: "12000000" },
    unmapped: ["SNo."],
  },
  {
    about: "rounds with the days of the announcement and of the deal",
    file: "rounds.csv",
    text: `Companies|Announced Date|Deal Date|Deal Size (million, USD)|Market Verticals|Sub Industries
      Quorvane|2024-05-14|2024-05-02|42|Healthcare, AI|Clinics; Robots
      Oakmesh||2024-03-21|2.72|Climate, Energy|Solar; Wind
      Ardholt|2024-06-18|2024-06-18|7.25|Crypto|Loans`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "2024-05-14" },
      "company.industrySubTags": ["Healthcare", "AI", "Clinics", "Robots"],
    },
    unmapped: [],
    map: { fields: { announcedAt: ["Announced Date", "Deal Date"] } },
  },
];
