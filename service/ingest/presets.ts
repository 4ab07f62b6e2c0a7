/** Lists the public sources whose files are read without a map of the operator's. */
import acquisitionExport from "./maps/acquisition-export.json";
import companiesHouse from "./maps/companies-house.json";
import acquisitions2013 from "./maps/crunchbase-2013-acquisitions.json";
import companies2013 from "./maps/crunchbase-2013-companies.json";
import rounds2013 from "./maps/crunchbase-2013-rounds.json";
import companies2015 from "./maps/crunchbase-2015-companies.json";
import investments2015 from "./maps/crunchbase-2015-investments.json";
import rounds2015 from "./maps/crunchbase-2015-rounds.json";
import acquisitions from "./maps/crunchbase-acquisitions.json";
import directory from "./maps/crunchbase-directory.json";
import investors from "./maps/crunchbase-investors.json";
import organizations from "./maps/crunchbase-organizations.json";
import rounds from "./maps/crunchbase-rounds.json";
import formD from "./maps/form-d.json";
import gleif from "./maps/gleif.json";
import regCf from "./maps/reg-cf.json";
import appointments from "./maps/wikidata-appointments.json";
import wikidataCompanies from "./maps/wikidata-companies.json";
import departures from "./maps/wikidata-departures.json";
import { type ImportMap, parseMap } from "./read/map";

/** Records of one kind in the files of a source. */
export interface PresetPart {
  readonly map: ImportMap;
  /** These columns identify a table as this part, under any file name. */
  readonly columns: readonly string[];
  /** `alone`: the part is read only where its table is the only one. `also`: so is another part of the same table. */
  readonly reading: "alone" | "also" | undefined;
}

export interface Preset {
  readonly name: string;
  /** The title says what the files are, as the end of a sentence. */
  readonly title: string;
  /** The parts in the order in which they are imported: entities before the events that name them. */
  readonly parts: readonly PresetPart[];
}

/** The map is parsed when it is first read: parsing all of them took a seventh of the start of an import. */
function part(value: unknown, columns: string, reading?: PresetPart["reading"]): PresetPart {
  let map: ImportMap | undefined;
  return {
    get map() {
      map ??= parseMap(value, "of a public source");
      return map;
    },
    columns: columns.split(" "),
    reading,
  };
}

/** The first source that a file matches counts. */
export const PRESETS: readonly Preset[] = [
  {
    name: "form-d",
    title: "Form D notices of the SEC",
    parts: [part(formD, "ACCESSIONNUMBER FILE_NUM FILING_DATE SUBMISSIONTYPE TESTORLIVE")],
  },
  {
    name: "reg-cf",
    title: "Form C notices of the SEC",
    parts: [part(regCf, "ACCESSION_NUMBER NAMEOFISSUER LEGALSTATUSFORM")],
  },
  {
    name: "crunchbase",
    title: "an export of Crunchbase",
    parts: [
      part(organizations, "uuid primary_role roles category_groups_list"),
      part(directory, "crunchbase_uuid crunchbase_url primary_role"),
      part(companies2015, "permalink category_list homepage_url first_funding_at"),
      part(companies2013, "entity_type normalized_name permalink"),
      part(investors, "uuid investor_types"),
      part(rounds, "uuid investment_type announced_on org_uuid"),
      part(investments2015, "company_permalink funding_round_permalink investor_permalink investor_name", "alone"),
      part(rounds2015, "company_permalink funding_round_permalink funding_round_type"),
      part(rounds2013, "funding_round_id object_id funded_at"),
      part(acquisitions, "uuid acquiree_uuid acquirer_uuid acquired_on"),
      part({ ...acquisitionExport, file: "acquisitions.csv", source: "crunchbase" }, "acquirer_permalink acquired_at"),
      part(acquisitions2013, "acquiring_object_id acquired_object_id acquired_at"),
    ],
  },
  {
    name: "gleif",
    title: "the legal entities of GLEIF",
    parts: [part(gleif, "LEI Entity.LegalName Entity.LegalJurisdiction")],
  },
  {
    name: "companies-house",
    title: "the company data of Companies House",
    parts: [part(companiesHouse, "CompanyName CompanyNumber RegAddress.PostTown IncorporationDate")],
  },
  {
    name: "wikidata",
    title: "an answer of the Wikidata query service",
    parts: [
      part(appointments, "item itemLabel start", "also"),
      part(departures, "item itemLabel end", "also"),
      part(wikidataCompanies, "item itemLabel"),
    ],
  },
];

/** Days with exchange rates are no records, so no map reads them. */
export const ECB_RATES: Preset = { name: "ecb-rates", title: "exchange rates of the European Central Bank", parts: [] };

const NAMED = [...PRESETS, ECB_RATES];
export const PRESET_NAMES: readonly string[] = NAMED.map(({ name }) => name);

export function getPreset(name: string): Preset | undefined {
  return NAMED.find((preset) => preset.name === name);
}
