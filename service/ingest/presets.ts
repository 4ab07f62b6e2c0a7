/** Lists the public sources whose files are read without a map of the operator's. */
import formD from "./maps/form-d.json";
import { type ImportMap, parseMap } from "./read/map";

/** Records of one kind in the files of a source. */
export interface PresetPart {
  readonly map: ImportMap;
  /** These columns tell that a table is this part, whatever the name of its file. */
  readonly columns: readonly string[];
  /** The part is read only where its table is the only one of the file. */
  readonly alone: boolean;
}

export interface Preset {
  readonly name: string;
  /** What the files are, as the end of a sentence. */
  readonly title: string;
  /** The parts in the order in which they are imported: entities before the events that name them. */
  readonly parts: readonly PresetPart[];
}

interface PartSettings {
  readonly columns: readonly string[];
  readonly alone?: boolean;
}

function part(map: unknown, { columns, alone = false }: PartSettings): PresetPart {
  return { map: parseMap(map, "of a public source"), columns, alone };
}

export const PRESETS: readonly Preset[] = [
  {
    name: "form-d",
    title: "Form D notices of the SEC",
    parts: [part(formD, { columns: ["ACCESSIONNUMBER", "FILE_NUM", "FILING_DATE", "SUBMISSIONTYPE", "TESTORLIVE"] })],
  },
];

export const PRESET_NAMES: readonly string[] = PRESETS.map(({ name }) => name);

export function getPreset(name: string): Preset | undefined {
  return PRESETS.find((preset) => preset.name === name);
}
