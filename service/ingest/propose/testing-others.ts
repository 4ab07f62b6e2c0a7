/** Invented files of companies, acquisitions and investors, in the shapes that real ones have. */
import type { Shape } from "./testing-rounds";

export const OTHER_SHAPES: readonly Shape[] = [
  {
    about: "buyouts and other deals of private equity firms",
    file: "deals.csv",
    text: `DEAL ID|DEAL DATE|TARGET COMPANY NAME|DEAL TYPES|DEAL STATUS|DEAL DATE - ANNOUNCED|DEAL DATE - COMPLETED|INVESTORS / BUYERS (FIRMS)
      201|2024-12-11|Quorvane|Buyout|Completed|2024-11-04|2024-12-11|Hollin Partners
      202|2024-11-20|Oakmesh|Growth Capital|Completed|2024-11-20||Veld Equity
      203|2024-10-30|Ardholt|Secondary Buyout|Completed|2024-10-01|2024-10-30|Tarn AS
      204|2024-10-02|Veld Foods|Add-on|Failed/Cancelled|2024-10-02||Solenne`,
    kind: "acquisition",
    first: {
      ...{ key: "201", "target.name": "Quorvane", "acquirer.name": "Hollin Partners" },
      ...{ announcedAt: "2024-11-04", closingAt: "2024-12-11" },
    },
    unmapped: ["DEAL STATUS"],
    map: {
      where: [
        { column: "DEAL TYPES", notIn: ["Growth Capital"] },
        { column: "DEAL STATUS", notIn: ["Failed/Cancelled"] },
      ],
    },
  },
  {
    about: "investors of which some have a legal name",
    file: "investors.csv",
    text: `Investor ID|Investors|Investor Legal Name|Primary Investor Type|Website|Preferred Investment Types
      10001-11|Hollin|Hollin SAS|PE/Buyout|hollin.example|Seed Round, Early Stage VC
      10002-12|Ardholt||Corporate Venture Capital|ardholt.example|Seed Round, Early Stage VC
      10003-13|Solenne||Angel Group|solenne.example|Later Stage VC`,
    kind: "investor",
    first: { key: "10001-11", name: "Hollin", type: "PE/Buyout", domain: "hollin.example" },
    unmapped: ["Investor Legal Name", "Preferred Investment Types"],
  },
  {
    about: "companies with the days of their latest rounds and of their headcounts",
    file: "companies.csv",
    text: `Company Name|Domain Name|Latest Funded Date|Latest Funded Amount (in USD)|Total Employee Count|Employee Count As on Date|Angel Investors
      Quorvane|quorvane.example|2024-12-19|12000000|85|2025-01-31|Ines Calloway
      Oakmesh|oakmesh.example|2024-11-27|1800000|12|2025-01-31|
      Ardholt|ardholt.example|||24|2025-01-31|`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", announcedAt: "2024-12-19", amount: "12000000" },
      "company.employeeCountBucket": "85",
    },
    unmapped: ["Employee Count As on Date", "Angel Investors"],
    map: { undated: "company" },
  },
  {
    about: "acquisitions with the precision of their dates",
    file: "acquisitions.csv",
    text: `Acquiree Name|Acquirer Name|Announced Date|Announced Date Precision|Acquisition Type|Acquisition Terms
      Quorvane|Oakmesh|2024-09-01|month|Merger|Cash & Stock
      Ardholt|Hollin|2024-01-01|year|Acquisition|Cash
      Veld|Tarn|2024-06-11|day|Acquihire|`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane", "acquirer.name": "Oakmesh", announcedAt: "2024-09", isMerger: "true" },
      paymentType: "Cash & Stock",
    },
    unmapped: [],
    map: { dates: ["iso", "yyyy-mm", "yyyy"] },
  },
  {
    about: "companies with their legal names and a city next to their location",
    file: "companies.csv",
    text: `Companies|Company Legal Name|HQ Location|HQ City|Website
      Quorvane|Quorvane, Inc.|Denver, CO|Denver|quorvane.example
      Oakmesh|Oakmesh AS|Bergen, Norway|Bergen|oakmesh.example
      Ardholt|Ardholt GmbH|Dresden, Germany|Dresden|ardholt.example`,
    kind: "company",
    first: { name: "Quorvane", hqCity: "Denver", hqCountry: "Denver, CO" },
    unmapped: ["Company Legal Name"],
    map: { fields: { hqCity: "HQ City" } },
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
    about: "companies as a paid database shows them",
    file: "companies-11-20-2026.csv",
    text: `Organization Name|Organization Name URL|Industries|Headquarters Location|Description|CB Rank (Company)|Founded Date|Number of Employees|Last Funding Date|Last Funding Type|Last Funding Amount|Total Funding Amount (in USD)|Number of Funding Rounds|Top 5 Investors|Website|LinkedIn
      Quorvane|https://db.example/o/quorvane|Biotechnology, Health Care|Lyon, Rhone-Alpes, France|Makes seeds|1,200|2012-05-01|11-50|2020-05-01|Series A|5000000|7000000|2|Hollin, Veld|https://quorvane.example|https://www.linkedin.com/company/quorvane
      Oakmesh|https://db.example/o/oakmesh|Software|Austin, Texas, United States|Makes nets|1,300|2014-05-01|51-100|2021-05-01|Seed|500000|500000|1|Ardholt|https://oakmesh.example|`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", "company.domain": "https://quorvane.example", "company.hqCity": "Lyon" },
      ...{ "company.hqCountry": "Lyon, Rhone-Alpes, France", "company.description": "Makes seeds" },
      ...{ "company.employeeCountBucket": "11-50", "company.foundedYear": "2012" },
      ...{ "company.socialUrl": "https://www.linkedin.com/company/quorvane" },
      ...{ "company.industrySubTags": ["Biotechnology", "Health Care"] },
      ...{ announcedAt: "2020-05-01", round: "Series A", amount: "5000000" },
    },
    unmapped: [
      ...["Organization Name URL", "CB Rank (Company)", "Total Funding Amount (in USD)", "Number of Funding Rounds"],
      "Top 5 Investors",
    ],
    map: { undated: "company" },
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
    unmapped: [
      ...["sigleUniteLegale", "categorieJuridiqueUniteLegale", "trancheEffectifsUniteLegale"],
      "etatAdministratifUniteLegale",
    ],
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
  {
    about: "acquisitions by a parent company, some without their month",
    file: "deals_of_parents.csv",
    text: `ID|Parent Company|Acquisition Year|Acquisition Month|Acquired Company|Business|Country|Acquisition Price
      4|Quorvane|2001|-|Oakmesh|Software|-|-
      9|Quorvane|2003|Mar|Veld|Maps|France|25000000`,
    kind: "acquisition",
    first: {
      ...{ "acquirer.name": "Quorvane", "target.name": "Oakmesh", announcedAt: "2001" },
      "target.industrySubTags": ["Software"],
    },
    unmapped: [],
  },
  {
    about: "acquisitions with the subsidiary that buys, and with names of files",
    file: "buyouts.csv",
    text: `file|company|buyer|acquirer|payment_type|announcement_date|close_date|equity_value_m|currency
      quorvane_inc.md|Quorvane|Hollin Merger Sub|Hollin|cash with rights|2025-03-10|2025-05-13|266.1|USD
      oakmesh_inc.md|Oakmesh|Veld|Veld|stock|2025-04-10||12.5|EUR`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane", "acquirer.name": "Hollin", announcedAt: "2025-03-10", closingAt: "2025-05-13" },
      ...{ amount: "266.1M", currency: "USD", paymentType: "cash with rights" },
    },
    unmapped: ["file", "buyer"],
  },
  {
    about: "acquisitions that say by whom",
    file: "exits.csv",
    text: `Company|Acquired By|Date|Price
      Quorvane|Oakmesh|2026-05-04|$25 million
      Veld|Ardholt|2026-05-05|$2 million
      Hollin|Ardholt|2026-05-06|$1 million`,
    kind: "acquisition",
    first: { "target.name": "Quorvane", "acquirer.name": "Oakmesh", announcedAt: "2026-05-04", amount: "$25 million" },
  },
  {
    about: "companies that laid people off, of which two have one name",
    file: "jobs.csv",
    text: `company|location|industry|total_laid_off|date|stage|country|funds_raised_millions
      Quorvane|Lyon|Health|500|3/6/2023|Series B|France|210
      Quorvane|Lima|Retail|20|3/7/2023|Post-IPO|Peru|12`,
    kind: "company",
    first: { key: "Quorvane (France)", name: "Quorvane", hqCity: "Lyon", hqCountry: "France" },
    unmapped: ["total_laid_off", "date", "stage", "funds_raised_millions"],
  },
  {
    about: "companies of a show",
    file: "show.csv",
    text: `Season Start|Episode Title|Startup Name|Industry|Description|Company Website|Started in|Pitchers City|Original Ask Amount
      20-Dec-21|New ideas, new week|Quorvane|Supply chain, logistics, & delivery|Nets|https://quorvane.example|2016|Pune|50
      27-Dec-21|Old ideas|Oakmesh|Health|Pills|https://oakmesh.example|2019|Goa|75
      27-Dec-21|Old ideas|Veld|Food|Pies|https://veld.example|2020|Goa|25`,
    kind: "company",
    first: {
      ...{ name: "Quorvane", domain: "https://quorvane.example", foundedYear: "2016", hqCity: "Pune" },
      ...{ description: "Nets", industrySubTags: ["Supply chain, logistics, & delivery"] },
    },
    unmapped: ["Season Start", "Episode Title", "Original Ask Amount"],
  },
  {
    about: "investors with their companies",
    file: "portfolio.csv",
    text: `Investor|Type|Focus|Example_Companies
      Hollin Growth|VC/PE|Health|Quorvane; Oakmesh
      Ardholt|Accelerator|Retail|Veld`,
    kind: "investor",
    first: { name: "Hollin Growth", type: "VC/PE" },
    unmapped: ["Focus", "Example_Companies"],
  },
  {
    about: "investors whose type is a category",
    file: "investors.json",
    text: `id|name|type|category|website|location|founded|description
      hollin|Hollin|investor|VC|https://hollin.example|Aarhus, Denmark|2006|Backs founders
      ardholt|Ardholt|investor|Corporate VC|https://ardholt.example|Lyngby, Denmark|2010|Backs labs`,
    kind: "investor",
    first: {
      key: "hollin",
      name: "Hollin",
      type: "VC",
      domain: "https://hollin.example",
      hqCountry: "Aarhus, Denmark",
    },
    unmapped: ["type", "founded", "description"],
  },
  {
    about: "investors whom only the name of the file tells from companies",
    file: "investors.csv",
    text: `code|nom|type|pays|engagement|founders_linkedin
      LP01|Hollin|LP|DE|15000000|https://www.linkedin.com/in/ines
      LP02|Ardholt|LP|LU|12000000|https://www.linkedin.com/in/otto`,
    kind: "investor",
    first: { name: "Hollin", hqCountry: "DE" },
    unmapped: ["code", "engagement", "founders_linkedin"],
  },
  {
    about: "companies that name their chief executives",
    file: "unicorns.csv",
    text: `Company|CEO|Date Joined|Country|Industry
      Quorvane|Ines Calloway|2017-04-07|India|Retail
      Oakmesh|Otto Veld|2012-12-01|France|Energy`,
    kind: "company",
    first: { name: "Quorvane", hqCountry: "India" },
    unmapped: ["CEO", "Date Joined"],
  },
  {
    about: "acquisitions with headlines and pages of a database",
    file: "acquisitions.csv",
    text: `Acquired Company|Acquiring Company|Deal announced on|Price|Terms|Acquisition Profile|News|News Link
      Quorvane|Oakmesh|15/04/2002|"$120,000,000"|Cash|http://db.example/acquisition/1|Oakmesh buys Quorvane for its nets|http://news.example/a
      Veld|Oakmesh|31/08/1994|Undisclosed|Stock|http://db.example/acquisition/2|Oakmesh to buy Veld|http://news.example/b
      Hollin|Oakmesh|15/04/2003|Undisclosed|Cash|http://db.example/acquisition/3|Oakmesh adds Hollin to its team|http://news.example/c
      Ardholt|Oakmesh|15/04/2004|Undisclosed|Cash|http://db.example/acquisition/4|Oakmesh pays cash for Ardholt|http://news.example/d
      Solenne|Oakmesh|15/04/2005|Undisclosed|Cash|http://db.example/acquisition/5|Oakmesh buys Solenne in Lyon|http://news.example/e`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane", "acquirer.name": "Oakmesh", announcedAt: "15/04/2002", paymentType: "Cash" },
      ...{ "source.title": "Oakmesh buys Quorvane for its nets", "source.url": "http://news.example/a" },
    },
    unmapped: ["Acquisition Profile"],
  },
  {
    about: "companies in an envelope",
    file: "startups.jsonl",
    text: `schemaVersion|content.entityName|content.data.employeeCount
      1.0|Quorvane|500
      1.0|Oakmesh|2`,
    kind: "company",
    first: { name: "Quorvane", employeeCountBucket: "500" },
    unmapped: ["schemaVersion"],
  },
  {
    about: "companies of a numbered list, in Portuguese",
    file: "startups.csv",
    text: `S.No|nome|site|setor|localizacao|descricao_curta|ano_fundacao|tamanho_time
      1|Quorvane|https://quorvane.example|Energia|Recife-PE|Redes para sementes|2019|51-100
      2|Oakmesh|https://oakmesh.example|Software|São Paulo-SP|Redes|2021|11-50`,
    kind: "company",
    first: {
      ...{ name: "Quorvane", domain: "https://quorvane.example", industrySubTags: ["Energia"], hqCity: "Recife" },
      ...{ description: "Redes para sementes", foundedYear: "2019", employeeCountBucket: "51-100" },
    },
    unmapped: ["S.No"],
  },
  {
    about: "companies of a sales database",
    file: "companies.csv",
    text: `Record ID|Company name|City|Country/Region|Technology|Launched|Pitch Deck
      92736|Quorvane|Munich|Germany|Quantum|2019|deck.pdf (https://files.example/deck.pdf)
      18273|Oakmesh|Lyon|France|Photonics|2021|nets_v2.pdf (https://files.example/nets.pdf)
      18280|Veld|Lyon|France|Photonics|2021|plan.pptx (https://files.example/plan.pptx)`,
    kind: "company",
    first: { key: "92736", name: "Quorvane", hqCity: "Munich", hqCountry: "Germany", industrySubTags: ["Quantum"] },
    unmapped: ["Pitch Deck"],
  },
  {
    about: "investors with the place of their firm",
    file: "vc-firms.csv",
    text: `Firm|Website|HQ|Type
      Hollin|https://hollin.example|Menlo Park, CA, USA|VC
      Ardholt|https://ardholt.example|Vienna, Austria|Corporate VC
      Veld|https://veld.example|Singapore|VC`,
    kind: "investor",
    first: { name: "Hollin", type: "VC", hqCountry: "Menlo Park, CA, USA" },
    unmapped: [],
  },
  {
    about: "deals with the day on which they were closed, and with what was paid",
    file: "deals.csv",
    text: `Acquirer|Target|Target HQ|Announced|Closed|Deal Size|Consideration
      Quorvane|Oakmesh|Lyon, France|2024-01-16|2025-07-17|$35B|Cash and stock
      Hollin|Veld|Philadelphia, PA|2024-02-16||$1B|Cash
      Ardholt|Solenne|Leeds, UK|2024-03-16|2024-07-17|$2B|Stock`,
    kind: "acquisition",
    first: {
      ...{ announcedAt: "2024-01-16", closingAt: "2025-07-17", amount: "$35B", paymentType: "Cash and stock" },
      ...{ "target.hqCity": "Lyon", "target.hqCountry": "Lyon, France" },
    },
    unmapped: [],
  },
  {
    about: "acquisitions with prices under the sign of dollars, of which only the month is known",
    file: "acquisitions.csv",
    text: `Company|Acquirer|Closed|$ to cap table|Revenue ($)
      Quorvane|Oakmesh|Feb 2026|300000000|
      Hollin|Veld|May 2026|175000000|2000000`,
    kind: "acquisition",
    first: { announcedAt: "Feb 2026", closingAt: "Feb 2026", amount: "300000000", currency: "USD" },
    unmapped: ["Revenue ($)"],
  },
  {
    about: "deals in Italian",
    file: "M&A Italia - tracker.csv",
    text: `Settimana|Data annuncio|Target|Sede target|Settore|Acquirente|Paese acquirente|Valore (€ mln)|Pagamento|Closing previsto|Fonte
      45|02/11/2026|Quorvane S.p.A.|Brescia|Meccanica|Oakmesh AG|Germania|48,5|Contanti|31/12/2026|https://news.example/a
      45|13/11/2026|Veld S.p.A.|Torino|Ceramica|Hollin Inc.|Stati Uniti|1.250,0|Azioni|30/06/2027|https://news.example/b`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane S.p.A.", "target.hqCity": "Brescia", "target.industrySubTags": ["Meccanica"] },
      ...{ "acquirer.name": "Oakmesh AG", "acquirer.hqCountry": "Germania", amount: "48,5M", currency: "EUR" },
      ...{ announcedAt: "02/11/2026", closingAt: "31/12/2026", paymentType: "Contanti" },
    },
    unmapped: ["Settimana"],
  },
  {
    about: "companies of one program",
    file: "startups.json",
    text: `id|name|website|organization|city|Date Added
      001a|Quorvane|https://quorvane.example|IFI|Hamburg|2025-01-09
      001b|Oakmesh|https://oakmesh.example|IFI|Hamburg|2025-01-10
      001c|Veld|https://veld.example|IFI|Jena|2025-01-10`,
    kind: "company",
    first: { key: "001a", name: "Quorvane", domain: "https://quorvane.example", hqCity: "Hamburg" },
    unmapped: ["organization", "Date Added"],
  },
  {
    about: "companies of which hardly any was acquired, by their domain of business",
    file: "directory.csv",
    text: `Name|Domain|Info|acquired_by|acquired_year
      Quorvane|robotics|Makes nets||
      Oakmesh|robotics|Makes seeds||
      Hollin|digital|Makes maps||
      Ardholt|digital|Makes maps||
      Veld|sustainability|Makes soil|Solenne|2024`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["robotics"], description: "Makes nets" },
    unmapped: ["acquired_by", "acquired_year"],
  },
  {
    about: "deals of parents and children, with an article each",
    file: "acquisitions.json",
    text: `parent_company|child_company|child_company_country|deal_amount|deal_currency|url|date
      Quorvane|Oakmesh|Argentina|6.7b|USD|https://news.example/meet-the-third-largest-supplier/|2025-03-07
      Hollin|Veld|Australia|1.2b|USD|https://news.example/hollin-buys-veld-for-its-mines/|2025-04-07`,
    kind: "acquisition",
    first: {
      ...{ "acquirer.name": "Quorvane", "target.name": "Oakmesh", "target.hqCountry": "Argentina", amount: "6.7b" },
      "source.url": "https://news.example/meet-the-third-largest-supplier/",
    },
    unmapped: [],
  },
  {
    about: "deals of a terminal, with both sides in brackets",
    file: "screening.xlsx",
    text: `CIQ Transaction ID|M&A Announced Date|Target/Issuer|Buyers/Investors|Sellers|Total Transaction Value ($USDmm, Historical rate)|Implied Enterprise Value/EBITDA (x)|Primary Industry [Target/Issuer]|Geographic Locations [Target/Issuer]
      IQTR1|2026-05-04|Quorvane GmbH|Oakmesh plc|Ardholt|1,250.5|11.2x|Software|Germany
      IQTR2|2026-05-05|Veld AB|Hollin Inc.||-|-|Machinery|Sweden
      IQTR3|2026-05-06|Kestrel Ltd|Quist plc||80.0|7.0x|Software|United Kingdom`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane GmbH", "acquirer.name": "Oakmesh plc", amount: "1,250.5M", currency: "USD" },
      ...{ "target.hqCountry": "Germany", announcedAt: "2026-05-04", "target.industrySubTags": ["Software"] },
    },
  },
  {
    about: "deals whose type says that they are mergers, in two currencies",
    file: "deals.csv",
    text: `Announcement Date|Target Company|Bidder Company|Deal Value EUR (m)|Deal Value USD (m)|Deal Type|Consideration Structure|Deal Status|Completion Date
      2026-09-23|Quorvane SA|Oakmesh SA|1310|1415|Merger|Cash & Shares|Pending|
      2026-09-22|Kestrel GmbH|Hollin AG|46.5|50.2|Acquisition|Cash|Completed|2026-10-02
      2026-09-21|Quist AB|Veld plc|||Acquisition|Cash|Lapsed|`,
    kind: "acquisition",
    first: {
      ...{ "acquirer.name": "Oakmesh SA", amount: "1310M", currency: "EUR", dealAmountUsd: "1415M" },
      ...{ isMerger: "true", paymentType: "Cash & Shares" },
    },
    map: { where: [{ column: "Deal Status", notIn: ["Lapsed"] }] },
  },
  {
    about: "companies with a year and an unknown business",
    file: "empresas.csv",
    text: `Empresa|Año|Descripción|Web
      Quorvane|2018|Semillas|quorvane.example
      Oakmesh|2020|Redes|oakmesh.example
      Kestrel|2014|Robots|kestrel.example`,
    kind: "company",
    first: { name: "Quorvane", foundedYear: "2018", domain: "quorvane.example" },
  },
  {
    about: "rounds in groups that became cells",
    file: "weeks.json",
    text: `week|end|lead
      First of August|2026-08-02|[{"company":"Moss"}]
      Second of August|2026-08-09|[{"company":"Veld"}]`,
    kind: "company",
    first: {},
    unmapped: ["end", "lead"],
  },
  {
    about: "edges of a graph of acquisitions",
    file: "edges.csv",
    text: `source|target|Year|Date|Cost
      Quorvane Corp|Oakmesh|1997|1997-12-31|500000000
      Quorvane Corp|Kestrel|1996|1996-06-11|50000000
      Quorvane Corp|Veld|1996|1996-04-23|14150000`,
    kind: "acquisition",
    first: { "acquirer.name": "Quorvane Corp", "target.name": "Oakmesh", announcedAt: "1997-12-31" },
    unmapped: ["Year"],
  },
  {
    about: "takeovers with prices for a share and other dates",
    file: "takeovers.json",
    text: `target|acquirer|unaffectedDate|announceDate|takeoutPrice|outcome
      Quorvane|Oakmesh|2026-01-06|2026-03-26|2.06|Completed
      Kestrel|Hollin|2026-01-07|2026-03-27|11.45|Blocked
      Veld|Ardholt|2026-01-08|2026-03-28|57|Completed`,
    kind: "acquisition",
    first: { "target.name": "Quorvane", announcedAt: "2026-03-26" },
    unmapped: ["unaffectedDate", "takeoutPrice", "outcome"],
    map: { where: [{ column: "outcome", notIn: ["Blocked"] }] },
  },
  {
    about: "deals in Italian with the revenue of the target",
    file: "operazioni_2025.csv",
    text: `Data annuncio|Società target|Fatturato target (mln €)|Acquirente|Controvalore (mln €)|Data closing
      13/01/2025|Quorvane Srl|38,4|Oakmesh SpA|52,5|28/02/2025
      20/01/2025|Kestrel SpA|120,0|Hollin GmbH|1.050,0|`,
    kind: "acquisition",
    first: { "target.name": "Quorvane Srl", amount: "52,5M", currency: "EUR", closingAt: "28/02/2025" },
    unmapped: ["Fatturato target (mln €)"],
  },
  {
    about: "buyouts, whose investors buy the company, next to a round",
    file: "deals.xlsx",
    text: `Portfolio company|Deal date|Investment type|Deal size (USD mn)|Investors / buyers (firms)|Sellers (firms)|Country
      Quorvane|2026-09-02|Buyout|412.5|Hollin|Veld|Germany
      Oakmesh|2026-09-03|Add-on|31|Ardholt||Sweden
      Kestrel|2026-09-04|Public To Private|2150|Quist||Spain
      Marrow|2026-09-05|Recapitalisation|70|Hollin||France
      Tarn|2026-09-05|Buyout|70|Hollin||France
      Pellwick|2026-09-05|Growth Capital|70|Hollin||France`,
    kind: "acquisition",
    first: { "target.name": "Quorvane", "acquirer.name": "Hollin", amount: "412.5M", "target.hqCountry": "Germany" },
    map: { where: [{ column: "Investment type", notIn: ["Growth Capital"] }] },
  },
  {
    about: "people of companies without a date but that of the extraction",
    file: "executives.csv",
    text: `Name|Title|Company|Extraction Date|Processing_Date|Company_Industry
      Ines Calloway|CEO|Quorvane|14-07-2025|14-07-2025 14:03|Software
      Otto Veld|CFO|Oakmesh|14-07-2025|14-07-2025 14:03|Software`,
    kind: "company",
    first: { name: "Quorvane" },
    unmapped: ["Name", "Title", "Extraction Date", "Processing_Date"],
  },
  {
    about: "rounds of a document with references, which have a day of effect only",
    file: "financing_events.json",
    text: `id|type|attributes.amount|attributes.amount_normalized|attributes.first_seen_at|attributes.effective_date|attributes.financing_type|attributes.financing_type_normalized|attributes.financing_types|attributes.source_urls|company.name|company.domain|investors
      fe-1|financing_event|$22 million|22000000|2026-09-23T06:11:09Z|2026-09-22|Series A|series_a|Series A|https://wire.example/1|Quorvane|quorvane.example|Hollin; Ardholt
      fe-2|financing_event|€6.5m|7600000|2026-09-23T06:12:44Z|2026-09-21|seed|seed|seed|https://wire.example/2|Kestrel|kestrel.example|
      fe-3|financing_event|||2026-09-24T06:12:44Z||pre-seed|pre_seed|pre-seed|https://wire.example/3|Veld|veld.example|`,
    kind: "funding",
    first: {
      ...{ key: "fe-1", announcedAt: "2026-09-22", amount: "$22 million", round: "Series A" },
      ...{ "company.name": "Quorvane", "company.domain": "quorvane.example", investors: ["Hollin", "Ardholt"] },
      "source.url": "https://wire.example/1",
    },
    unmapped: [
      ...["type", "attributes.amount_normalized", "attributes.financing_type_normalized"],
      "attributes.financing_types",
    ],
    map: { fields: { announcedAt: ["attributes.effective_date", "attributes.first_seen_at"] } },
  },
  {
    about: "businesses that parts of a group acquired",
    file: "history.xlsx",
    text: `#|Business acquired|Acquired by (operating group)|Closing date|Country|What they do|Purchase price (US$ 000)
      1|Quorvane|Hollin Public Sector|01/15/2026|Canada|Makes seeds|14250
      2|Oakmesh|Hollin Agri|01/16/2026|Germany|Makes nets|1125`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane", "acquirer.name": "Hollin Public Sector", amount: "14250k", currency: "USD" },
      ...{ announcedAt: "01/15/2026", "target.hqCountry": "Canada", "target.description": "Makes seeds" },
    },
    unmapped: ["#"],
  },
  {
    about: "deals that a program extracted from filings",
    file: "8k.jsonl",
    text: `filing_date|filer.name|extracted.event|extracted.acquirer_name|extracted.target_name|extracted.purchase_price.amount|extracted.purchase_price.currency|extracted.purchase_price.form_of_consideration|extracted.agreement_date
      2026-09-02|Quorvane Inc|acquisition|Hollin Corp|Quorvane Inc|186500000|USD|cash|2026-08-31
      2026-09-03|Veld Corp|acquisition|Veld Corp|Oakmesh LLC|15000000|USD|stock|2026-09-01`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane Inc", "acquirer.name": "Hollin Corp", amount: "186500000", currency: "USD" },
      ...{ announcedAt: "2026-08-31", paymentType: "cash" },
    },
  },
  {
    about: "companies with the pages of their founders, and places in two columns with a remark",
    file: "list.csv",
    text: `Name|Website|Location (City)|Location (Country)|Linkedin Profile (Founders/CEO)
      Quorvane|quorvane.example|Kiel|Germany|https://www.linkedin.com/in/ines
      Oakmesh|oakmesh.example|Lyon|France|https://www.linkedin.com/in/otto`,
    kind: "company",
    first: { name: "Quorvane", hqCity: "Kiel", hqCountry: "Germany" },
    unmapped: ["Linkedin Profile (Founders/CEO)"],
  },
  {
    about: "investors in Spanish with their seat and their country",
    file: "directorio.xlsx",
    text: `Entidad|Tipo de entidad|Sede|País|Página web
      Hollin Ventures|Venture capital|Valladolid|España|hollin.example
      Veld Capital|Family office|Madrid|España|veld.example
      Ardholt|Corporate venture|Bilbao|España|ardholt.example`,
    kind: "investor",
    first: { name: "Hollin Ventures", type: "Venture capital", hqCountry: "España", domain: "hollin.example" },
    unmapped: ["Sede"],
  },
  {
    about: "banks that buy their sellers, under groups of columns",
    file: "banks.xlsx",
    text: `Announced|Buyer Name|Buyer City|Seller Name|Seller City|Deal value ($M)|Consideration
      8/3/2026|Quorvane Corp|Athens|Oakmesh Bancshares|Lyon|176.4|Stock
      8/4/2026|Kestrel Corp|Kiel|Tarn Bank|Bilbao|18.1|Cash`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Oakmesh Bancshares", "target.hqCity": "Lyon", "acquirer.name": "Quorvane Corp" },
      ...{ amount: "176.4M", paymentType: "Stock" },
    },
    unmapped: [],
  },
  {
    about: "investors with words of their own for the type and the place",
    file: "climate-investors.xlsx",
    text: `Fund|Kind of capital|Where based|URL
      Hollin|Venture capital|Malmö, Sweden|https://hollin.example
      Veld|Family office|Kiel, Germany|https://veld.example
      Tarn|Venture capital|Lyon, France|https://tarn.example`,
    kind: "investor",
    first: { name: "Hollin", type: "Venture capital", hqCountry: "Malmö, Sweden" },
    unmapped: [],
  },
  {
    about: "deals with days, months and years in columns of their own, and prices for a share",
    file: "acquisitions.csv",
    text: `AcquisitionID|AcquisitionMonth|AcquisitionMonthDate|AcquisitionYear|Company|ParentCompany|deal_type|deal_price|position_value
      ACQ1|November|11|2015|Quorvane|Hollin|cash|2.5|12500
      ACQ2|December|3|2015|Oakmesh|Hollin|stock|13.1|22500
      ACQ3|December|30|2016|Tarn|Veld|cash|4.62|32500`,
    kind: "acquisition",
    first: {
      ...{ key: "ACQ1", announcedAt: "11 November 2015", "target.name": "Quorvane", "acquirer.name": "Hollin" },
      ...{ paymentType: "cash" },
    },
    unmapped: ["deal_price", "position_value"],
  },
  {
    about: "investors under a name of many",
    file: "investors.csv",
    text: `Investors|Location
      Hollin|Brazil
      Veld|Chile
      Tarn|Peru`,
    kind: "investor",
    first: { name: "Hollin", hqCountry: "Brazil" },
    unmapped: [],
  },
  {
    about: "members of an association with the funds that they manage",
    file: "directory_members.csv",
    text: `Member Name|Membership Category|Website|Country|Funds under management
      Hollin|Private Equity|hollin.example|United Kingdom|£420m
      Veld|Venture Capital|veld.example|United Kingdom|£85m
      Tarn|Venture Capital|tarn.example|Germany|£15m`,
    kind: "investor",
    first: { name: "Hollin", type: "Private Equity", hqCountry: "United Kingdom" },
    unmapped: ["Funds under management"],
  },
  {
    about: "banks that failed, with those that bought them",
    file: "banklist.csv",
    text: `Bank Name|City|State|CERT #|Acquiring Institution|Closing Date|Updated Date
      Quorvane Bank|Sylacauga|AL|35224|Oakmesh Bank|18-May-12|21-May-12
      Hollin Bank|Dearborn|MI|23156|No Acquirer|4-May-12|8-May-12`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane Bank", "target.hqCity": "Sylacauga", "acquirer.name": "Oakmesh Bank" },
      ...{ announcedAt: "18-May-12", closingAt: "18-May-12" },
    },
    unmapped: ["State", "CERT #", "Updated Date"],
  },
  {
    about: "deals in nested records with the symbols of the buyers",
    file: "mergers.json",
    text: `announce_date|completion_date|acquirer.label|acquirer.ticker|acquired.label|acquired.ticker
      2022-06-20|2023-05-02|Quorvane|QUOR.OL|Oakmesh|
      2023-10-26|2024-10-01|Hollin|HOLL.OL|Veld|`,
    kind: "acquisition",
    first: { "acquirer.name": "Quorvane", "target.name": "Oakmesh", closingAt: "2023-05-02" },
    unmapped: ["acquirer.ticker", "acquired.ticker"],
  },
  {
    about: "deals of a region, with bonds among them",
    file: "deals.csv",
    text: `asset|acquirer|value|structure|date
      Quorvane|Oakmesh|C$500M|Take-private|7 Aug 2026
      Hollin|Private placement|C$100M|Public bond|8 Aug 2026
      Veld|Ardholt||Add-on acquisition|9 Aug 2026`,
    kind: "acquisition",
    first: { "target.name": "Quorvane", "acquirer.name": "Oakmesh", amount: "C$500M" },
    map: { where: [{ column: "structure", notIn: ["Public bond"] }] },
  },
  {
    about: "companies with links to their sites, and marks in columns named after industries",
    file: "drones.tsv",
    text: `Name|Link|City|Service provider to the drone industry
      Quorvane|quorvane.example|Boston, MA|1
      Oakmesh|www.oakmesh.example/|Berkeley, California|
      Hollin|hollin.example|Austin|1`,
    kind: "company",
    first: { name: "Quorvane", domain: "quorvane.example", hqCity: "Boston" },
    unmapped: ["Service provider to the drone industry"],
  },
  {
    about: "mergers of two numbered companies",
    file: "deals.json",
    text: `company_1|company_2|merged_entity|deal_amount|deal_currency|category|date
      Quorvane|Oakmesh|Ardholt|2500000|USD|Merger|2025-04-09
      Hollin|Veld|Tarn||Unknown|Merger|2024-07-22`,
    kind: "acquisition",
    first: { "acquirer.name": "Quorvane", "target.name": "Oakmesh", amount: "2500000", isMerger: "true" },
  },
  {
    about: "deals whose structure is stated in sentences",
    file: "deals.csv",
    text: `acquirer|target|value|deal_structure|category|announced
      Quorvane|Oakmesh|$43B|$229/share cash. Closed in December 2023 after a review.|Acquisition|2023-03-13
      Hollin|Veld|$14B|All cash at $330 for each share, with debt.|Acquisition|2023-12-22`,
    kind: "acquisition",
    first: { paymentType: "$229/share cash. Closed in December 2023 after a review." },
  },
  {
    about: "companies with sizes, links to their pages for jobs, and the day on which patents were looked up",
    file: "companies.json",
    text: `name|size|link|stage|funding_eur_m|patents.checked_at
      Quorvane|50 to 150|https://www.quorvane.example/careers/|seed|19|2025-05-14
      Oakmesh|1000+|https://oakmesh.example/jobs|series A|4|2024-05-22`,
    kind: "company",
    first: { employeeCountBucket: "50 to 150", domain: "https://www.quorvane.example/careers/" },
    unmapped: ["stage", "funding_eur_m", "patents.checked_at"],
  },
  {
    about: "companies with columns for each of several rounds",
    file: "companies.csv",
    text: `Name|Seed_Amount|Seed_Date|Series_A_Amount|Series_A_Date|Website
      Quorvane|$450,000|2007-06-11|$3,100,000|2008-04-01|quorvane.example
      Oakmesh|||$7,500,000|2009-07-23|oakmesh.example`,
    kind: "company",
    first: { name: "Quorvane", domain: "quorvane.example" },
    unmapped: ["Seed_Amount", "Seed_Date", "Series_A_Amount", "Series_A_Date"],
  },
  {
    about: "pitches whose title is the company, with initials of investors",
    file: "pitches.csv",
    text: `episode|title|location|website|entrepreneurs1|Deal_Shark2
      1|Quorvane|Somerset, NJ|quorvane.example|Ines|DJ
      2|Oakmesh|St. Paul, MN|oakmesh.example|Otto|BC
      3|Hollin|Cary, NC|hollin.example|Tod|`,
    kind: "company",
    first: { name: "Quorvane", domain: "quorvane.example", hqCity: "Somerset" },
    unmapped: ["episode", "entrepreneurs1", "Deal_Shark2"],
  },
  {
    about: "deals of a period in which investors and buyers share a column",
    file: "deals.json",
    text: `investorBuyer|targetCompany|dealValueUSDM|period
      Quorvane|Oakmesh|9300|2025-Q4
      Hollin|Veld|515.5|2025`,
    kind: "acquisition",
    first: { "acquirer.name": "Quorvane", "target.name": "Oakmesh", amount: "9300M", announcedAt: "2025-Q4" },
  },
  {
    about: "companies in nested profiles with addresses as evidence",
    file: "companies.jsonl",
    text: `slug|profile.name_en|profile.category|profile.evidence.category|website
      quorvane-ai|Quorvane|ai-tools|https://press.example/a (seed)|https://quorvane.example
      oakmesh-com|Oakmesh|logistics|https://press.example/b|https://oakmesh.example`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["ai-tools"] },
  },
  {
    about: "companies of an accelerator with the year of their program",
    file: "startups.json",
    text: `name|program|year|website
      Quorvane|Boulder Accelerator|2012|https://quorvane.example
      Oakmesh|London Accelerator|2013|https://oakmesh.example
      Hollin|Boulder Accelerator|2011|https://hollin.example`,
    kind: "company",
    first: { name: "Quorvane", domain: "https://quorvane.example" },
    unmapped: ["program", "year"],
  },
  {
    about: "deals with the owner of the buyer, a text about the deal, states, and the unit in addresses",
    file: "deals.json",
    text: `date|acquirer.name|acquirer.pe.firm|acquirer.pe.website|target.name|target.geography|value|description|slug
      2026-05-19|Quorvane|Hollin Capital|hollin.example|Oakmesh|NE|2.1|Quorvane buys its neighbour.|quorvane-2-1bn
      2026-05-20|Veld|Ardholt|ardholt.example|Tarn|MO; RI|8|Veld acquires Tarn for cash.|veld-8-billion
      2026-05-21|Kestrel|Ardholt|ardholt.example|Hollin|IL|11.6|Kestrel takes a stake.|kestrel`,
    kind: "acquisition",
    first: {
      ...{ "acquirer.name": "Quorvane", "target.name": "Oakmesh", "target.hqCountry": "US", amount: "2.1B" },
      announcedAt: "2026-05-19",
    },
    unmapped: ["acquirer.pe.firm", "acquirer.pe.website", "description", "slug"],
  },
  {
    about: "deals whose amounts may be in millions or billions",
    file: "deals.ts",
    text: `announced|acquirer|target|dealValue
      2023-10-13|Quorvane|Oakmesh|68.7
      2024-03-18|Veld|Tarn|28
      2022-02-02|Kestrel|Hollin|0.1`,
    kind: "acquisition",
    first: { "acquirer.name": "Quorvane", "target.name": "Oakmesh", announcedAt: "2023-10-13" },
    unmapped: ["dealValue"],
  },
  {
    about: "companies of a fund",
    file: "companies.json",
    text: `fund|name|website|founded_year
      hollin-ventures|Quorvane|quorvane.example|2015
      hollin-ventures|Oakmesh|oakmesh.example|2013
      hollin-ventures|Ardholt|ardholt.example|2017`,
    kind: "company",
    first: { name: "Quorvane", domain: "quorvane.example", foundedYear: "2015" },
    unmapped: ["fund"],
  },
  {
    about: "companies with their chief executive of each year",
    file: "ceo_data.csv",
    text: `Company|Ticker|Year|CEO
      Quorvane|QRV|2012|Ines Calloway
      Quorvane|QRV|2010|Otto Veld
      Oakmesh|OAK|2011|Mara Hollin`,
    kind: "company",
    first: { name: "Quorvane" },
    unmapped: ["Ticker", "Year", "CEO"],
  },
  {
    about: "companies that buy targets",
    file: "deals.csv",
    text: `announce_date|company|target|deal_size_mn|deal_type
      2000-06-19|Quorvane|Oakmesh|90200.0|M&A
      2019-11-20|Veld|Tarn|74000.0|M&A`,
    kind: "acquisition",
    first: { "acquirer.name": "Quorvane", "target.name": "Oakmesh", amount: "90200.0M" },
  },
  {
    about: "companies with investors and a column of dates that is empty",
    file: "investors.csv",
    text: `company|date|amount|round|investors|city
      Quorvane||$3m|Seed|Hollin|Pune
      Oakmesh||$5m|Series A|Veld|Delhi`,
    kind: "company",
    first: { name: "Quorvane", hqCity: "Pune" },
    unmapped: ["date", "amount", "round", "investors"],
  },
  {
    about: "investors with what they manage and what they invested in",
    file: "investors.json",
    text: `name|investor_type.value|website|hq_country|aum_eur.value|funds|investments.source_date|investments.company
      Hollin Capital|pe|hollin.example|CZ|300000000|Hollin I|2024-06-12|Quorvane
      Veld Ventures|vc|veld.example|PL||Veld II|2024-07-13|Oakmesh`,
    kind: "investor",
    first: { name: "Hollin Capital", type: "pe", domain: "hollin.example", hqCountry: "CZ" },
  },
  {
    about: "companies of which some have a page on a site of others",
    file: "startups.csv",
    text: `name|web|country
      Quorvane|https://quorvane.example|ES
      Oakmesh|https://www.linkedin.com/feed|ES`,
    kind: "company",
    first: { name: "Quorvane", key: "Quorvane", domain: "https://quorvane.example" },
  },
  {
    about: "people with their companies and where they live",
    file: "executives.json",
    text: `slug|name|title|company|location
      ines|Ines Calloway|CEO|Quorvane|Kiel, DE
      otto|Otto Veld|Chief Financial Officer|Oakmesh|Lund, SE
      mara|Mara Hollin|CTO|Ardholt|Graz, AT`,
    kind: "company",
    first: { name: "Quorvane" },
    unmapped: ["slug", "name", "title", "location"],
  },
  {
    about: "angels with their own companies and what they invested in",
    file: "angels.json",
    text: `name|company|investments.name|investments.date
      Ines Calloway|Quorvane|Oakmesh; Ardholt|2023-10-19; 2024-01-02
      Otto Veld|Tarn|Kestrel|2024-03-04`,
    kind: "investor",
    first: { name: "Ines Calloway" },
  },
  {
    about: "studios with the years in which they were bought",
    file: "studios.json",
    text: `name|acquiredBy|description|dateFounded|dateAcquired|searchTags
      Quorvane|Oakmesh|Makes games|1985|1998|Quorvane; Oakmesh
      Tarn|Oakmesh|Makes films|1987|1997|Tarn; Oakmesh`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane", "acquirer.name": "Oakmesh", announcedAt: "1998", "target.foundedYear": "1985" },
      "target.description": "Makes games",
    },
    unmapped: ["searchTags"],
  },
  {
    about: "deals in progress",
    file: "deals.json",
    text: `id|company|buyer|seller|size|stage|announced
      d1|Quorvane|Oakmesh|Veld|$38.4B|Pending|2026-04-05
      d2|Tarn|Ardholt|Veld|$29.1B|Announced|2026-06-15`,
    kind: "acquisition",
    first: { "target.name": "Quorvane", "acquirer.name": "Oakmesh", amount: "$38.4B", announcedAt: "2026-04-05" },
    unmapped: ["seller", "stage"],
  },
  {
    about: "deals of months, with categories in brackets",
    file: "deals.csv",
    text: `target|acquirer|deal_value_usdm|month|report_year|sector_raw
      Quorvane|Oakmesh|23.15|Dec-2005|2006|Pharma (Contract manufacturing / generics)
      Tarn|NA (public listing)|6.6|Aug-2003|2006|Pharma / Chemicals
      Kestrel|Ardholt|7|2005|2006|Banks / Insurance`,
    kind: "acquisition",
    first: {
      ...{ "target.name": "Quorvane", "acquirer.name": "Oakmesh", announcedAt: "Dec-2005", amount: "23.15M" },
      "target.industrySubTags": ["Pharma (Contract manufacturing / generics)"],
    },
    unmapped: ["report_year"],
  },
  {
    about: "firms that invest, in the columns of companies",
    file: "bay-area.csv",
    text: `Company Name|Website|City|Technology|Roles
      Quorvane Ventures|quorvane.example|Lyon|Python; SQL|Analyst
      Oakmesh Capital|oakmesh.example|Kiel|Java|Analyst
      Tarn Partners|tarn.example|Lund|C#; .NET|Analyst
      Kestrel Fund|kestrel.example|Graz|PHP|Analyst
      Ardholt|ardholt.example|Lyon|Delphi|Analyst`,
    kind: "investor",
    first: { name: "Quorvane Ventures", domain: "quorvane.example" },
    unmapped: ["City", "Technology", "Roles"],
  },
  {
    about: "investors by their numbers",
    file: "signals.csv",
    text: `investor_id|name|type|geography|sector_interest
      INV1|Quorvane|Family Office|EMEA|Software
      INV2|Oakmesh|Pension Fund|Global|Media
      INV3|Tarn|Seed-Stage VC|Asia|Media
      INV4|Kestrel|Endowment|UK|Media`,
    kind: "investor",
    first: { key: "INV1", name: "Quorvane", type: "Family Office" },
    unmapped: ["geography", "sector_interest"],
  },
  {
    about: "companies of a job board, with answers and numbers of people",
    file: "companies.json",
    text: `name|homepage|size|closed|acquired|funding|lastFundingStage|Use Case / Product Description|sector
      Quorvane|quorvane.example|190人|false|false|396371338|Series E|Makes seeds|Undisclosed Sector
      Oakmesh|oakmesh.example|40人|false|false|3963713|Seed|Makes nets|Nets`,
    kind: "company",
    first: { name: "Quorvane", domain: "quorvane.example", employeeCountBucket: "190人", description: "Makes seeds" },
    unmapped: ["closed", "acquired", "funding", "lastFundingStage"],
  },
  {
    about: "yearly accounts of companies",
    file: "companies.csv",
    text: `Company|Year|Revenue_in_Billions|NetIncome_in_Billions|R&D_in_Billions|Market Value|Profit_Margin_pct|Employees
      Quorvane|2015|74.9|15.8|12.2|$501M|21.1|61814
      Quorvane|2016|90.2|19.4|13.9|$602M|-0.06|72053
      Oakmesh|2015|10.2|1.4|3.9|$70M|11.5|7205`,
    kind: "company",
    first: { name: "Quorvane", employeeCountBucket: "61814" },
    unmapped: [
      "Year",
      "Revenue_in_Billions",
      "NetIncome_in_Billions",
      "R&D_in_Billions",
      "Market Value",
      "Profit_Margin_pct",
    ],
  },
  {
    about: "the portfolio of a fund, with the number of the fund as a category",
    file: "portfolio.csv",
    text: `Company Name|Type|Category|Sector|Brief Description|Website|Fund Category
      Quorvane|Core|FinTech|InsureTech|Analyses property|https://quorvane.example/|
      Oakmesh|Studio|Health|Devices|Makes devices|https://oakmesh.example/|Fund 2
      Tarn|Wild Card|Media|Games|Makes games|https://tarn.example/|Fund 2`,
    kind: "company",
    first: {
      ...{ name: "Quorvane", domain: "https://quorvane.example/", description: "Analyses property" },
      industrySubTags: ["FinTech", "InsureTech"],
    },
    unmapped: ["Type", "Fund Category"],
  },
  {
    about: "companies of a French accelerator by their keys",
    file: "startups.json",
    text: `id_startup|Startup|# FTEs (incl. founders)|lien_entreprise|rubro|urls
      63|Quorvane|5|https://quorvane.example|Salud|https://www.linkedin.com/company/quorvane
      46|Quorvane|12|https://oakmesh.example|Textil|https://www.linkedin.com/company/oakmesh
      12|Tarn|3||Salud|https://www.linkedin.com/company/tarn/`,
    kind: "company",
    first: {
      ...{ key: "63", name: "Quorvane", employeeCountBucket: "5", domain: "https://quorvane.example" },
      ...{ industrySubTags: ["Salud"], socialUrl: "https://www.linkedin.com/company/quorvane" },
    },
    unmapped: [],
  },
  {
    about: "companies that went public, with the date of the listing",
    file: "sme.csv",
    text: `Company Name|Sector|Listing Date|Issue Price
      Quorvane|Health|2025-08-05|158
      Oakmesh|Textiles|2025-08-07|90
      Tarn|Media|2025-09-01|120`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Health"] },
    unmapped: ["Listing Date", "Issue Price"],
  },
  {
    about: "offerings of a file that says so, with the underwriter and an amount",
    file: "ipo.csv",
    text: `name|industry|fcst|amount|lead
      Quorvane|Health|2026-01-12|750.0|Hollin Securities
      Oakmesh|Textiles|2026-01-14|4980.0|Veld Securities
      Tarn|Media|2026-02-10|120.0|Hollin Securities`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Health"] },
    unmapped: ["fcst", "amount", "lead"],
  },
  {
    about: "companies of an exchange by ticker, with names in two languages",
    file: "listed.json",
    text: `sym|en|ar
      TZNI|Quorvane Telecom|كورفان
      OAKM|Oakmesh Bank|اوكمش
      TARN|Tarn Hotels|تارن`,
    kind: "company",
    first: { name: "Quorvane Telecom" },
    unmapped: ["sym", "ar"],
  },
  {
    about: "investment firms by what they invest in",
    file: "firms.json",
    text: `name|portfolio_url|focus_stages
      Hollin|https://hollin.example/portfolio|Seed
      Veld|https://veld.example/portfolio|Series A
      Ardholt|https://ardholt.example/companies|Seed`,
    kind: "investor",
    first: { name: "Hollin" },
    unmapped: ["portfolio_url", "focus_stages"],
  },
  {
    about: "shares with their market and the price of each",
    file: "spinoffs.json",
    text: `ticker|name|sector|market|spinDate|price
      QRV|Quorvane|Health|Main|2026-01-12|69.25
      OAK|Oakmesh|Textiles|Growth|2026-02-24|146.63
      TRN|Tarn|Media|Main|2026-03-02|13.5`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Health"] },
    unmapped: ["ticker", "market", "spinDate", "price"],
  },
  {
    about: "companies with the capital that they are registered with, and the day of another event",
    file: "insolvencies.json",
    text: `date|name|industry|capital|status
      2026-05-11|Quorvane|Books|2300|started
      2026-05-19|Oakmesh|Hotels|5000|started`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Books"] },
    unmapped: ["date", "capital", "status"],
  },
  {
    about: "companies whose business is stated in sentences",
    file: "members.csv",
    text: `Company Name|Business
      Quorvane Ltd.|Lends to small firms that have no other bank; most loans are backed by real estate of the owners
      Oakmesh Ltd.|Makes nets and ropes for ships that fish in the north; sells to three large fleets of the coast`,
    kind: "company",
    first: {
      name: "Quorvane Ltd.",
      description: "Lends to small firms that have no other bank; most loans are backed by real estate of the owners",
    },
    unmapped: [],
  },
  {
    about: "companies of an exchange with their tickers in brackets",
    file: "listed.csv",
    text: `Underwriter|Name|Date
      Hollin Securities|PT Quorvane Tbk (QRVN)|10 Sep 2025
      Veld Securities|PT Oakmesh (Holdings) Tbk ( OAKM )|11 Sep 2025`,
    kind: "company",
    first: { name: "PT Quorvane Tbk" },
    unmapped: ["Underwriter", "Date"],
  },
  {
    about: "companies with ids of categories that are words, with pages of members among those of companies",
    file: "startups.json",
    text: `name|categoryIds|linkedin
      Quorvane|edtech; saas|https://www.linkedin.com/company/quorvane
      Oakmesh|fintech|https://www.linkedin.com/company/oakmesh
      Tarn|energy|https://www.linkedin.com/in/tarn-veld`,
    kind: "company",
    first: {
      ...{ name: "Quorvane", industrySubTags: ["edtech", "saas"] },
      socialUrl: "https://www.linkedin.com/company/quorvane",
    },
    unmapped: [],
    map: {
      fields: {
        ...{ name: "name", key: "name" },
        industrySubTags: { column: "categoryIds", split: String.raw`\s*[;|](?![^()]*\))\s*` },
        socialUrl: { column: "linkedin", patterns: [[String.raw`linkedin\.com\/in\/`, null]] },
      },
    },
  },
  {
    about: "companies of an incubator, with the phase of its program and empty columns of investors",
    file: "incubated.csv",
    text: `Name of Startup|Cohort|Sector|Phase|External Funds Received
      Quorvane|Sep 25|Hardware|Pratham|
      Oakmesh|Sep 25|Software|Akshar|
      Tarn|Oct 25|Media|Pratham|`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Hardware"] },
    unmapped: ["Cohort", "Phase", "External Funds Received"],
  },
  {
    about: "companies with their segment of a market, and their role in an industry",
    file: "companies.csv",
    text: `name|industry_chain_role|market_segment
      Quorvane|upstream|Lasers
      Oakmesh|downstream|Networks`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Lasers"] },
    unmapped: ["industry_chain_role"],
  },
  {
    about: "companies with the year of their emissions and of their revenue",
    file: "entreprises.csv",
    text: `industry|company_name|tco2_eq|year|revenue
      Banking|Quorvane|14657151|2018|25290
      Energy|Oakmesh|2151573|2016|9182
      Energy|Tarn|43263502|2019|11989`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Banking"] },
    unmapped: ["tco2_eq", "year", "revenue"],
  },
  {
    about: "listed companies of a Brazilian register",
    file: "cad_cia_aberta.csv",
    text: `CNPJ_CIA|DENOM_SOCIAL|DT_REG|SETOR_ATIV|MUN|PAIS
      08.773.135/0001-00|QUORVANE S.A.|2010-10-26|Energia|RECIFE|BRASIL
      11.396.633/0001-87|OAKMESH SA|2012-05-11|Saúde|NATAL|BRASIL`,
    kind: "company",
    first: {
      ...{ key: "08.773.135/0001-00", name: "QUORVANE S.A.", hqCity: "RECIFE", hqCountry: "BRASIL" },
      industrySubTags: ["Energia"],
    },
    unmapped: ["DT_REG"],
  },
  {
    about: "stocks with codes that look like domains, and the area of each",
    file: "stock_basic.csv",
    text: `ts_code|name|area|industry|market|list_date
      000001.SZ|科凡银行|深圳|银行|主板|19910403
      300750.SZ|欧克新能|福建|电气设备|创业板|20180611`,
    kind: "company",
    first: { name: "科凡银行", hqCity: "深圳", industrySubTags: ["银行"] },
    unmapped: ["ts_code", "market", "list_date"],
  },
  {
    about: "shares of an exchange by their names",
    file: "nasdaq_screener.csv",
    text: `Symbol|Name|Last Sale|Country|IPO Year|Sector
      QRVN|Quorvane Inc. Common Stock|$131.29|United States|1999|Health
      OAKM|Oakmesh Ltd. Class A Ordinary Shares|$37.50|Cayman Islands|2021|Materials`,
    kind: "company",
    first: { name: "Quorvane Inc.", hqCountry: "United States", industrySubTags: ["Health"] },
    unmapped: ["Symbol", "Last Sale", "IPO Year"],
  },
  {
    about: "listed companies with numbers of industries, and days in eight digits",
    file: "listed.csv",
    text: `公司代號|公司名稱|產業別|成立日期|上市日期|網址
      1101|科凡股份有限公司|01|19501229|19620209|https://www.quorvane.example
      1102|歐克股份有限公司|02|19570321|19620608|https://www.oakmesh.example`,
    kind: "company",
    first: { name: "科凡股份有限公司", foundedYear: "1950", domain: "https://www.quorvane.example" },
    unmapped: ["公司代號", "產業別", "上市日期"],
  },
  {
    about: "patents with those who hold them",
    file: "patents.csv",
    text: `patent_number|title|assignee|filing_date
      US1|Cold sensor for rotors|Quorvane Inc|2019-03-04
      US2|Self-healing net|Oakmesh LLC|2019-06-11
      US3|Seed store|Tarn Bio Inc|2020-01-15`,
    kind: "company",
    first: { name: "Quorvane Inc" },
    unmapped: ["patent_number", "title", "filing_date"],
  },
  {
    about: "companies of a market, with the day of their admission and their value",
    file: "list-of-companies.csv",
    text: `Admission Date|Company Name|ICB Industry|Market|Company Market Cap (£m)
      22/12/2010|QUORVANE PLC|Industrials|MAIN MARKET|123.45
      01/03/2018|OAKMESH LTD|Materials|AIM|8.90`,
    kind: "company",
    first: { name: "QUORVANE PLC", industrySubTags: ["Industrials"] },
    unmapped: ["Admission Date", "Market", "Company Market Cap (£m)"],
  },
  {
    about: "securities of an exchange, with the kind of each",
    file: "listed.txt",
    text: `Symbol|Security Name|Market Category|Round Lot Size
      QRV|Quorvane, Inc. - Common Stock|Q|100
      OAKMW|Oakmesh Corp. - Warrant|G|100
      HLNY|Hollin plc - American Depositary Shares, each representing six Ordinary Shares|S|100
      ARDL|Ardholt Ltd. - 6.5% Senior Notes Due 2042|Q|100`,
    kind: "company",
    first: { name: "Quorvane, Inc." },
    unmapped: ["Symbol", "Market Category", "Round Lot Size"],
  },
  {
    about: "categories that are phrases with commas",
    file: "companies.csv",
    text: `Company|Industry
      Quorvane|Engines, Pumps and Valves
      Oakmesh|Banks`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Engines, Pumps and Valves"] },
    unmapped: [],
  },
  {
    about: "companies before their offering, with the growth of their sector",
    file: "ipos.csv",
    text: `Name|Sector|Sector Heat|Company Profile|Listing Date|Issue Price
      Quorvane|Biotech|hot|Quorvane makes nets for fishing boats.|2025-03-26|13.8
      Oakmesh|Retail|cool|Oakmesh sells mesh to farms in the north.|2025-02-14|4.6`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Biotech"], description: "Quorvane makes nets for fishing boats." },
    unmapped: ["Sector Heat", "Listing Date", "Issue Price"],
  },
  {
    about: "a Brazilian register with the day of each foundation",
    file: "registro.csv",
    text: `nome|cnpj|data_abertura|situacao|municipio
      QUORVANE SA|00.000.000/0001-91|01/08/1966|ATIVA|BRASILIA
      OAKMESH LTDA.|33.157.312/0001-62|27/03/2019|ATIVA|OSASCO`,
    kind: "company",
    first: { name: "QUORVANE SA", foundedYear: "1966", hqCity: "BRASILIA" },
    unmapped: ["situacao"],
  },
  {
    about: "companies of an index, which is the same for all",
    file: "companies.csv",
    text: `ticker|name|index|sector
      QRV|Quorvane|SP500|Industrials
      OAK|Oakmesh|SP500|Banks
      HLN|Hollin|SP500|Energy`,
    kind: "company",
    first: { key: "Quorvane", name: "Quorvane", industrySubTags: ["Industrials"] },
    unmapped: ["ticker", "index"],
  },
  {
    about: "companies of the Korean market with their market capitalization",
    file: "tickers.csv",
    text: `종목코드|종목명|시장구분|산업분류|시가총액(원)|일자
      091990|코르베인|코스닥|유통|14983629431400|2020-11-20
      096530|오크메시|코스닥|제약|5522261210000|2020-11-20`,
    kind: "company",
    first: { name: "코르베인", industrySubTags: ["유통"] },
    unmapped: ["종목코드", "시장구분", "시가총액(원)", "일자"],
  },
  {
    about: "companies in a row for each member of their teams",
    file: "startups.csv",
    text: `id|nome|categoria|name|role
      1|Quorvane Solutions|FinTech|Ann Veld|CEO
      1|Quorvane Solutions|FinTech|Bo Hall|CTO
      2|Oakmesh Brasil|AgriTech|Cy Dorn|CEO`,
    kind: "company",
    first: { name: "Quorvane Solutions", industrySubTags: ["FinTech"] },
    unmapped: ["id", "name", "role"],
  },
  {
    about: "spin-offs with estimated dates and classes of a standard",
    file: "spinoffs.csv",
    text: `cik|name|filing_date|est_dist_date|sic_desc
      1623595|Quorvane, LLC|2015-01-07|2015-02-09|Ordnance & Accessories, (No Vehicles)
      1620393|Oakmesh, Inc.|2015-01-09|2025-08-18|Real Estate`,
    kind: "company",
    first: { key: "1623595", name: "Quorvane, LLC", industrySubTags: ["Ordnance & Accessories, (No Vehicles)"] },
    unmapped: ["filing_date", "est_dist_date"],
  },
  {
    about: "grants with those whom they are awarded to",
    file: "grants.json",
    text: `title|description|awardedTo|period
      Verifying nets|Intended to support nets.|Quorvane GmbH|Q4 2025
      Fuzzing of meshes|Intended to support meshes.|Oakmesh|Q3 2025
      Proofs for looms|Intended to support looms.|Hollin|Q3 2025`,
    kind: "company",
    first: { name: "Quorvane GmbH" },
    unmapped: ["title", "description", "period"],
  },
  {
    about: "the portfolio of several funds, with the activity of each company and its type",
    file: "portfolio.csv",
    text: `fund_name|company|activity|activity_type
      Hollin Ventures|Quorvane|Nets for fishing boats in the north|PRC
      Ardholt|Oakmesh|Mesh for farms|PRC`,
    kind: "company",
    first: { name: "Quorvane", description: "Nets for fishing boats in the north" },
    unmapped: ["fund_name", "activity_type"],
  },
  {
    about: "Korean companies with their latest rounds and their products",
    file: "list.csv",
    text: `기업명|대분류|주요 제품/서비스|최근 투자단계|최근 투자일|출처 URL
      코르베인|의료 AI|의료영상 분석|Series C|2021-04-21|https://news.example/a
      오크메시|의료기기|점자 스마트워치|Seed|2026-04-02|https://news.example/b`,
    kind: "funding",
    first: {
      ...{ "company.name": "코르베인", "company.description": "의료영상 분석", round: "Series C" },
      ...{ "company.industrySubTags": ["의료 AI"], "source.url": "https://news.example/a", announcedAt: "2021-04-21" },
    },
    unmapped: [],
  },
  {
    about: "Brazilian companies by a title, with tags and parts of a city",
    file: "items.json",
    text: `titulo|setor|area|link|tags
      Quorvane|Saúde|vila-nova|https://quorvane.example/|fitness, saúde
      Oakmesh|Fintech|centro-sul|https://oakmesh.example/|banco, pix`,
    kind: "company",
    first: { name: "Quorvane", domain: "https://quorvane.example/", industrySubTags: ["Saúde", "fitness", "saúde"] },
    unmapped: ["area"],
  },
  {
    about: "companies of deals, of which each has a key",
    file: "assets.json",
    text: `deal_id|company_name|asset_type|seller_id
      D-1004|Quorvane|employee secondary shares|S-1
      D-1005|Oakmesh|employee secondary shares|S-1
      D-1006|Quorvane|fund interest|S-2`,
    kind: "company",
    first: { key: "Quorvane", name: "Quorvane" },
    unmapped: ["deal_id", "asset_type", "seller_id"],
  },
  {
    about: "companies whose tags seldom name an industry next to their industries",
    file: "startups.json",
    text: `name|industry|tags
      Quorvane|Fintech|Fintech; hype; rivals; no demand; fraud
      Oakmesh|Retail|early; too many shops; debts; Retail
      Veld|Hardware|price; returns; lawsuit; founders left; AI`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Fintech"] },
    unmapped: ["tags"],
  },
  {
    about: "companies with the technologies that they use",
    file: "startups.json",
    text: `name|technologies|url
      Quorvane|Route 53; Nginx; Vimeo; Mobile Friendly|quorvane.example
      Oakmesh|Outlook; WordPress.org; AI|oakmesh.example`,
    kind: "company",
    first: { name: "Quorvane", domain: "quorvane.example" },
    unmapped: ["technologies"],
  },
  {
    about: "firms with what they invest and where they look for companies, and the icons of their markets",
    file: "firms.json",
    text: `companyName|date|investmentSize|locationPreference|marketType|marketIcon
      Quorvane|2024-09-15|10 mln|Uzbekistan|Blockchain|Mobility
      Oakmesh|2024-09-16|100 mln|Uzbekistan|Logistics|Retail`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Blockchain"] },
    unmapped: ["date", "investmentSize", "locationPreference", "marketIcon"],
  },
  {
    about: "investors of a list of investments, with keys of both",
    file: "investments.csv",
    text: `uuid|name|funding_round_name|investor_uuid|investor_name|investor_type
      u1|Hollin investment in Series A - Quorvane|Series A - Quorvane|i1|Hollin|organization
      u2|Tarn investment in Series A - Oakmesh|Series A - Oakmesh|i2|Tarn|organization
      u3|Veld investment in Seed Round - Ardholt|Seed Round - Ardholt|i3|Veld|person`,
    kind: "investor",
    first: { key: "i1", name: "Hollin" },
  },
  {
    about: "investors with their own keys and those of companies",
    file: "investors.csv",
    text: `id|company_id|investor_name|investor_type
      a-1|c-7|Hollin|VC
      a-2|c-8|Tarn|Angel
      a-3|c-9|Veld|VC`,
    kind: "investor",
    first: { key: "a-1", name: "Hollin", type: "VC" },
  },
  {
    about: "companies with the names of files, and industries with a slash",
    file: "startups.csv",
    text: `nazwa|opis|full|branża
      Quorvane|Nets for fishing boats in the north|1.html|Agritech/Foodtech
      Oakmesh|Mesh for farms on islands and in the hills|2.html|Foodtech
      Veld|Ropes for ships and for other vessels|3.html|Maritime`,
    kind: "company",
    first: { name: "Quorvane", industrySubTags: ["Agritech", "Foodtech"] },
    unmapped: ["full"],
  },
  {
    about: "Chinese companies in provinces",
    file: "companies.csv",
    text: `公司名称|地点|行业
      夸尔文|陕西-西安|广告营销
      橡网|北京-朝阳区|企业服务`,
    kind: "company",
    first: { name: "夸尔文", hqCity: "西安" },
    unmapped: [],
  },
  {
    about: "takeovers by tender offers, with places before and after, and how the rows were collected",
    file: "acquisitions.json",
    text: `target|acquirer|date|deal_type|jurisdictionAfter|source
      Quorvane|Hollin|2026-03-12|tender offer followed by merger|United States|editorial
      Oakmesh|Veld|2026-04-13|merger|Sweden|pipeline`,
    kind: "acquisition",
    first: { "target.name": "Quorvane" },
    unmapped: ["jurisdictionAfter", "source"],
  },
  {
    about: "companies whose rounds are in a list that is called funding, with their years",
    file: "companies.json",
    text: `name|url|headquarter|funding.year|funding.amount
      Quorvane|https://quorvane.example/|paris|2016|12000000
      Quorvane|https://quorvane.example/|paris|2018|23000000`,
    kind: "funding",
    first: { "company.name": "Quorvane", announcedAt: "2016", amount: "12000000" },
    unmapped: [],
  },
];
