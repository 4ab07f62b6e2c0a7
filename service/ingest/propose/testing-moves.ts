/** Invented files of moves, in the shapes that real ones have. */
import type { Shape } from "./testing-rounds";

export const MOVE_SHAPES: readonly Shape[] = [
  {
    about: "moves of the contacts of companies, with a text about each",
    file: "scoops.csv",
    text: `Scoop ID|Scoop Type|Scoop Topic|Published Date|Description|Contact First Name|Contact Last Name|Contact Job Title|Contact LinkedIn URL|Company Name|Company Website
      88001|Executive Move|New Hire|02/20/2025|Quorvane hired Ines Calloway|Ines|Calloway|CMO|https://www.linkedin.com/in/ines|Quorvane|quorvane.example
      88002|Executive Move|Departure|02/19/2025|Otto Veld left Oakmesh|Otto|Veld|CFO|https://www.linkedin.com/in/otto|Oakmesh|oakmesh.example
      88003|Executive Move|New Hire|02/18/2025|Mara Hollin joins Ardholt|Mara|Hollin|CTO||Ardholt|ardholt.example`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "person.socialUrl": "https://www.linkedin.com/in/ines", role: "CMO" },
      ...{ "company.name": "Quorvane", moveType: "New Hire", announcedAt: "02/20/2025" },
    },
    unmapped: ["Scoop ID", "Scoop Type", "Description"],
  },
  {
    about: "signals of new and past positions, of which departures have no new one",
    file: "talent_signals.csv",
    text: `Signal Date|Signal Type|Full Name|LinkedIn URL|Location|New Position Title|New Position Company|New Position Date|Past Position Title|Past Position Company
      2025-02-14|Left Job|Ines Calloway|linkedin.com/in/ines|London, United Kingdom||||VP Marketing|Oakmesh
      2025-02-20|New Job|Otto Veld|linkedin.com/in/otto|Oslo, Norway|CFO|Hollin|2025-01|VP Finance|Tarn
      2025-02-19|New Founder|Mara Hollin|linkedin.com/in/mara|Paris, France|Co-Founder & CEO|Ardholt|2024-12|Director of Engineering|Quorvane`,
    kind: "exec_move",
    first: {
      ...{ announcedAt: "2025-02-14", moveType: "Left Job", "person.name": "Ines Calloway", role: "VP Marketing" },
      "company.name": "Oakmesh",
    },
    unmapped: ["Location"],
    map: { fields: { announcedAt: ["New Position Date", "Signal Date"], effectiveDate: "New Position Date" } },
  },
  {
    about: "departures among moves, of which some new companies lack a site",
    file: "moves.csv",
    text: `Date|Executive|Movement|New Position|New Company|New Company Country|New Company Website|Former Position|Former Company|Former Company Country|Former Company Website
      2025-02-21|Ines Calloway|Retired|||||Chairman|Oakmesh|Argentina|oakmesh.example
      2025-02-24|Otto Veld|Hired|CMO|Hollin|Sweden||Director|Tarn|Norway|tarn.example
      2025-02-25|Mara Hollin|Hired|CFO|Ardholt|France|ardholt.example|Director|Quorvane|Italy|quorvane.example`,
    kind: "exec_move",
    first: { "company.name": "Oakmesh", "company.hqCountry": "Argentina", role: "Chairman", moveType: "Retired" },
    unmapped: [],
    map: {
      fields: {
        "company.hqCountry": ["New Company Country", "Former Company Country"],
        "company.domain": "New Company Website",
      },
    },
  },
  {
    about: "changes of jobs that a sales tool detected",
    file: "job_changes.csv",
    text: `First Name|Last Name|LinkedIn Profile URL|Location|Function|Current Job Title|Current Company|Current Company Domain|Current Company HQ|Started Current Role|Previous Job Title|Previous Company|Previous Company Domain|Job Change Type|Detected On
      Ines|Calloway|https://www.linkedin.com/in/ines|Cape Town, South Africa|Finance|CFO|Quorvane||Nairobi, Kenya|Jan 2025|VP Finance|Oakmesh|oakmesh.example|Promotion|2025-02-14
      Otto|Veld|https://www.linkedin.com/in/otto|Oslo, Norway|Sales|Chief Revenue Officer|Hollin|hollin.example|Bergen, Norway|Nov 2024|Director|Tarn|tarn.example|New company|2025-02-20
      Mara|Hollin|https://www.linkedin.com/in/mara|Paris, France|Product|Head of Product|Ardholt|ardholt.example|Lyon, France|Dec 2024||||New position|2025-02-21`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "person.socialUrl": "https://www.linkedin.com/in/ines", role: "CFO" },
      ...{ "company.name": "Quorvane", "company.hqCity": "Nairobi", "company.hqCountry": "Nairobi, Kenya" },
      ...{ "fromCompany.name": "Oakmesh", moveType: "Promotion", announcedAt: "Jan 2025", effectiveDate: "Jan 2025" },
    },
    unmapped: ["Location", "Function", "Previous Job Title", "Detected On"],
    map: { fields: { "company.domain": "Current Company Domain" } },
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
    about: "people in office since a month",
    file: "leadership.csv",
    text: `authority|role|name|since|predecessor|source_url
      Quorvane|Governor|Ines Calloway|2024-12||https://news.example/a
      Oakmesh|Chairman|Otto Veld|2025-07-24|Mara Hollin|https://news.example/b`,
    kind: "exec_move",
    first: {
      ...{ "company.name": "Quorvane", "person.name": "Ines Calloway", role: "Governor", moveType: "appointment" },
      ...{ announcedAt: "2024-12", effectiveDate: "2024-12", "source.url": "https://news.example/a" },
    },
    unmapped: ["predecessor"],
  },
  {
    about: "terms in office of chief executives",
    file: "ceo_tracking.csv",
    text: `ticker|company_name|sector|ceo_name|appointment_date|resignation_date|source
      13|Quorvane|Retail|Ines Calloway||2004-06-29|history
      13|Quorvane|Retail|Otto Veld|2004-06-29|2011-04-01|history
      17|Oakmesh|Energy|Mara Hollin|2011年4月||current`,
    kind: "exec_move",
    first: {
      ...{ "company.name": "Quorvane", "person.name": "Ines Calloway", role: "CEO", moveType: "departure" },
      ...{ announcedAt: "2004-06-29", effectiveDate: "2004-06-29" },
    },
    unmapped: ["ticker"],
  },
  {
    about: "chief executives who leave without a new company",
    file: "ceo-changes.csv",
    text: `Executive|Previous Role|Previous Company|New Role|New Company|Type of Change|Date Announced
      Ines Calloway|CEO|Quorvane||| Departure|2026-04-22
      Otto Veld|COO|Hollin|CEO|Oakmesh|Appointment|2026-05-19`,
    kind: "exec_move",
    first: { "company.name": "Quorvane", role: "CEO", moveType: "Departure" },
    unmapped: [],
  },
  {
    about: "appointments to boards",
    file: "board_appointments_Q1.csv",
    text: `Company|Ticker|Director|Role|Effective Date|Change|Announced
      Quorvane plc|QRV.L|Ines Calloway|Non-Executive Chair|01/03/2024|Appointed|12/01/2024
      Oakmesh plc|OKM.L|Otto Veld|Audit Committee Chair|18/03/2024|Change of role|18/03/2024`,
    kind: "exec_move",
    first: { "person.name": "Ines Calloway", "company.name": "Quorvane plc", role: "Non-Executive Chair" },
    unmapped: ["Ticker"],
  },
  {
    about: "appointments with the first and the last name of people",
    file: "hires.csv",
    text: `First Name|Last Name|From|To|New Job Title|Date of Change
      Ines|Calloway|Quorvane|Oakmesh|Chief Financial Officer|2026-05-04
      Otto|Veld|Hollin|Ardholt|Chief Executive Officer|2026-05-05
      Ada|Quist||Kestrel|Chief Technology Officer|2026-05-06`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "fromCompany.name": "Quorvane", "company.name": "Oakmesh" },
      ...{ role: "Chief Financial Officer", announcedAt: "2026-05-04", moveType: "appointment" },
    },
    unmapped: [],
  },
  {
    about: "terms in office from one day to another",
    file: "boards.csv",
    text: `Person|Company|Role|From|To
      Ines Calloway|Quorvane|CEO|2019-05-04|2024-01-31
      Otto Veld|Oakmesh|CEO|2020-05-04|
      Ada Quist|Kestrel|CFO|2021-05-04|2025-06-30`,
    kind: "exec_move",
    first: { "person.name": "Ines Calloway", "company.name": "Quorvane", effectiveDate: "2019-05-04" },
    unmapped: [],
  },
  {
    about: "moves under two groups of columns",
    file: "moves.xlsx",
    text: `Name|Moving to Company|Moving to Title|Coming from Company|Coming from Title|Announced|Starts
      Ines Calloway|Oakmesh|Chief Risk Officer|Quorvane|Director of Risk|2026-09-01|2026-10-05
      Otto Veld|Ardholt|Partner|Hollin|Head of Product|2026-09-02|2027-01-01
      Ada Quist|Kestrel|CFO|||2026-09-03|`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "company.name": "Oakmesh", "fromCompany.name": "Quorvane" },
      ...{ role: "Chief Risk Officer", announcedAt: "2026-09-01", effectiveDate: "2026-10-05" },
    },
    unmapped: ["Coming from Title"],
  },
  {
    about: "changes of managers at organisations",
    file: "management_changes.csv",
    text: `Announcement Date|Individual|New Organisation|Previous Organisation|Movement Type|New Role
      2026-07-02|Ines Calloway|Severn plc|Pennon plc|Joined|Chief Financial Officer
      2026-07-03|Otto Veld|Ardholt plc||Retired|Chairman`,
    kind: "exec_move",
    first: { "company.name": "Severn plc", "fromCompany.name": "Pennon plc", moveType: "Joined" },
    unmapped: [],
  },
  {
    about: "people who join as one thing and leave as another",
    file: "movers.xlsx",
    text: `Name|Announced|Joins|As|Leaves|Was|Type of change
      Ines Calloway|2025-05-26|Quorvane|CFO|Oakmesh|Controller|Hire
      Otto Veld|2025-05-27|Kestrel|Head of HR|Ardholt|HR Manager|Hire`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "company.name": "Quorvane", "fromCompany.name": "Oakmesh" },
      ...{ role: "CFO", moveType: "Hire" },
    },
    unmapped: ["Was"],
  },
  {
    about: "executives in filings, of whom some are on the board",
    file: "executives.csv",
    text: `company_name|filing_date|name|age|current_role|start_date|board_member
      Quorvane Inc|2023-01-30|Ines Calloway|58|Chief Executive Officer|2009-05-01|True
      Quorvane Inc|2023-01-30|Otto Veld|48|Chief Financial Officer|2015-05-01|False
      Oakmesh Inc|2023-02-01|Mara Hollin|51|Former Chief Executive Officer|2019-05-01|True`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "company.name": "Quorvane Inc", role: "Chief Executive Officer" },
      ...{ moveType: "appointment", announcedAt: "2009-05-01" },
    },
    // A report names those who came before it.
    unmapped: ["filing_date", "age", "board_member"],
  },
  {
    about: "appointments in French of one company, with names in two columns",
    file: "dirigeants.csv",
    text: `date|prenom|nom|qualite|entreprise|ville
      2026-05-12|Ines|Calloway|Directrice générale|Quorvane|Lyon
      2026-05-12|Otto|Veld|Directeur financier|Quorvane|Lyon
      2026-05-13|Mara|Hollin|Membre du directoire|Quorvane|Lyon`,
    kind: "exec_move",
    first: { "person.name": "Ines Calloway", "company.name": "Quorvane", role: "Directrice générale" },
    unmapped: [],
  },
  {
    about: "moves with a nested previous position",
    file: "leadership_events.jsonl",
    text: `event_id|event_type|published_at|person.full_name|position.title|organization.name|organization.domain|previous_position.title|previous_position.end_date|previous_position.organization.name|previous_position.organization.domain|former_ceo.name|change.from.employer.country
      le-1|executive_appointment|2026-09-28T07:30:00Z|Ines Calloway|CFO|Quorvane|quorvane.example|Controller|2026-08-01|Oakmesh|oakmesh.example|Lena Quist|DE
      le-2|executive_departure|2026-09-29T07:30:00Z|Otto Veld|Head of HR|Kestrel|kestrel.example||||||`,
    kind: "exec_move",
    first: {
      ...{ key: "le-1", "person.name": "Ines Calloway", role: "CFO", moveType: "executive_appointment" },
      ...{ "company.name": "Quorvane", "company.domain": "quorvane.example" },
      ...{ "fromCompany.name": "Oakmesh", "fromCompany.domain": "oakmesh.example", "fromCompany.hqCountry": "DE" },
    },
    unmapped: ["previous_position.title", "previous_position.end_date", "former_ceo.name"],
  },
  {
    about: "placements of a recruiter",
    file: "placements.csv",
    text: `ID|Candidate|Client Corporation|Job Title|Start Date|Candidate Current Company|Candidate LinkedIn|Placement Address City
      20871|Ines Calloway|Quorvane|Chief Operating Officer|09/07/2026|Oakmesh|https://www.linkedin.com/in/ines|Kiel
      20872|Otto Veld|Kestrel|CFO|09/14/2026|Ardholt|https://www.linkedin.com/in/otto|Lyon`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "company.name": "Quorvane", "fromCompany.name": "Oakmesh" },
      ...{ role: "Chief Operating Officer", effectiveDate: "09/07/2026" },
    },
  },
  {
    about: "moves in German with a day from which on",
    file: "personalien.xlsx",
    text: `Meldung|Name|Wechsel|Funktion|Arbeitgeber|Kommt von|Frühere Funktion|Ab|Quelle
      12.10.2026|Ines Calloway|Neuzugang|Finanzvorstand|Quorvane SE|Oakmesh AG|Controllerin|01.01.2027|https://wire.example/news/1
      13.10.2026|Otto Veld|Abgang|Personalvorstand|Kestrel AG|||01.12.2026|https://wire.example/news/2
      14.10.2026|Mara Hollin|Abgang|Vorstand|Tarn AG|||01.12.2026|https://wire.example/news/3`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "company.name": "Quorvane SE", "fromCompany.name": "Oakmesh AG" },
      ...{ moveType: "Neuzugang", effectiveDate: "01.01.2027", "source.url": "https://wire.example/news/1" },
    },
  },
  {
    about: "signals of new jobs with the past company",
    file: "job-changes.csv",
    text: `Signal|Detected On|First Name|Last Name|New Title|New Company|New Company Size|Started In|Past Title|Past Company|Past Company Domain
      Promotion|2026-09-01|Ines|Calloway|CFO|Quorvane|201-500|2026-08-01|Controller|Quorvane|quorvane.example
      Job change|2026-09-02|Otto|Veld|CTO|Kestrel|51-200|2026-08-01|VP|Oakmesh|oakmesh.example
      Job change|2026-09-03|Mara|Hollin|COO|Tarn|51-200|2026-08-01|VP|Oakmesh|oakmesh.example`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "company.name": "Quorvane", "fromCompany.domain": "quorvane.example" },
      ...{ role: "CFO", moveType: "Promotion", "company.employeeCountBucket": "201-500" },
    },
  },
  {
    about: "movers of a magazine",
    file: "movers.csv",
    text: `Mover|Moves From|Moves To|Becomes|Was|Effective|Type of Move|Read more
      Ines Calloway|Oakmesh|Quorvane|Chief Creative Officer|Creative Director|12 Oct 2026|Hire|https://wire.example/news/1
      Otto Veld|Tarn|Kestrel|Head of Strategy|Strategist|13 Oct 2026|Hire|https://wire.example/news/2`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "company.name": "Quorvane", "fromCompany.name": "Oakmesh" },
      ...{ role: "Chief Creative Officer", moveType: "Hire", announcedAt: "12 Oct 2026" },
    },
    unmapped: ["Was"],
  },
  {
    about: "departures in the words of a database",
    file: "departures.csv",
    text: `coname|gvkey|exec_fullname|leftofc|still_there|sources
      Quorvane Inc|27903|Ines Calloway|2003-03-21T00:00:00Z|NA|https://wire.example/news/1
      Oakmesh Corp|27904|Otto Veld|1998-05-20T00:00:00Z|NA|https://wire.example/news/2`,
    kind: "exec_move",
    first: {
      ...{ "company.name": "Quorvane Inc", "person.name": "Ines Calloway", moveType: "departure" },
      ...{ effectiveDate: "2003-03-21T00:00:00Z", "source.url": "https://wire.example/news/1" },
    },
  },
  {
    about: "moves with the title and the summary of an article",
    file: "personnel.json",
    text: `company|person_name|action|old_role|new_role|title|summary|date
      Quorvane|Ines Calloway|joins|VP of Sales|CTO|Ines Calloway joins Quorvane|She studied in Lyon.|2026-04-21
      Oakmesh|Otto Veld|leaves|CEO|-|Otto Veld leaves Oakmesh|He had been there for years.|2026-04-22`,
    kind: "exec_move",
    first: { role: "CTO", "source.title": "Ines Calloway joins Quorvane", "person.name": "Ines Calloway" },
    unmapped: ["summary"],
  },
  {
    about: "former employees who found companies, with marks of footnotes",
    file: "signals.json",
    text: `id|founder|exEmployer|exDesignation|moveType|foundAt
      d1|Ines Calloway|Quorvane|CEO[1]|starting_own|2026-07-09T04:52:32.637Z
      d2|Otto Veld|Oakmesh|CTO[note 2]|stepped_down|2026-07-09T05:37:12.966Z`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Ines Calloway", "company.name": "Quorvane", "fromCompany.name": "Quorvane", role: "CEO" },
      ...{ moveType: "starting_own", announcedAt: "2026-07-09T04:52:32.637Z" },
    },
  },
  {
    about: "officers of a register with their nationality",
    file: "officers.csv",
    text: `company_number|company_name|name|officer_role|appointed_on|resigned_on|nationality
      01234567|QUORVANE LIMITED|VELD, Ann Mary|director|2019-03-04||British
      07654321|OAKMESH LTD|HALL, Bo|secretary|2018-01-02|2020-05-06|Danish`,
    kind: "exec_move",
    first: {
      ...{ "company.key": "01234567", "company.name": "QUORVANE LIMITED", role: "director", moveType: "appointment" },
      "person.name": "VELD, Ann Mary",
    },
    unmapped: ["nationality"],
  },
  {
    about: "departures in place of new roles",
    file: "jinji.csv",
    text: `発令日|会社名|氏名|新役職|旧役職
      2021-06-25|オークメッシュ|鈴木一郎|退任|取締役
      2021-04-01|コルヴェイン|山田太郎|代表取締役社長|専務取締役`,
    kind: "exec_move",
    first: { "person.name": "鈴木一郎", role: "取締役", moveType: "departure", announcedAt: "2021-06-25" },
    unmapped: [],
  },
  {
    about: "moves with the region of the news",
    file: "moves.json",
    text: `date|person|movement|role|company|region
      2026-09-01|Ann Veld|Appointment|COO|Quorvane|India
      2026-06-09|Bo Hall|Appointment|COO|Oakmesh|Global
      2026-06-08|Cy Tarn|Appointment|COO|Ardholt|India
      2026-06-07|Di Moor|Appointment|COO|Hollin|India
      2026-06-06|Ed Lark|Appointment|COO|Brightwater|India
      2026-06-05|Fay Fenn|Appointment|COO|Kelpforge|India`,
    kind: "exec_move",
    first: { "company.name": "Quorvane", role: "COO" },
    unmapped: ["region"],
  },
];
