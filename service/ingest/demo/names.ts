/** Invents names of companies and investors from word parts; none is taken from a real organisation. */
import { foldText } from "@dealflow/contract/query/fold-text";
import type { Chance } from "./random";

const HEADS = `Quor Veld Brindle Tessa Halcy Oak Ledger Nim Arvo Pellu Kiln Marrow Fathom Ombra Sunder Perro Glass Tidal
Alder Amber Anvil Ardent Ash Aster Auber Barrow Basal Beacon Birch Bracken Bram Brine Cairn Calder Candle Cedar Cinder
Clover Cobble Copper Coral Corbel Crest Cyder Dapple Delta Dover Drift Dun Elder Ember Fable Fallow Fern Fjord Flint
Fold Forge Garnet Gorse Granite Grove Halden Harrow Haven Hazel Heath Heron Hollow Indigo Ivory Jasper Juniper Kelp
Kestrel Lantern Larch Lark Lichen Linden Loam Lumen Lyric Mallow Marl Merid Mica Mill Moor Moss Nettle North Ochre Opal
Orchard Osprey Otter Parcel Pebble Pewter Pine Plover Quarry Quartz Quill Raven Reed Ridge River Rook Rowan Rush Sable
Saffron Salt Sedge Shale Silver Slate Sorrel Spindle Spruce Stone Swift Tallow Tamar Tarn Teal Thatch Thistle Thorn Timber
Topaz Umber Vale Verdant Vesper Violet Wander Weir Willow Winter Wren Yarrow Zephyr
Acorn Anchor Apple Arch Arrow Aspen Bay Beech Bell Bench Berry Blue Bolder Border Bow Brass Bright Broad Burrow Button
Canyon Carmine Chalk Char Chestnut Cliff Cloth Coast Cotton Crane Crow Curlew Cypress Dawn Deer Dew Dune Dusk East Eider
Elm Falcon Fawn Finch Fir Fox Frost Gable Glen Gold Grain Green Grey Gull Hare Hawk Hay Hedge Helm High Holm Iris Iron
Ivy Jade Kite Knot Lake Laurel Leaf Lemon Light Lily Lime Lodge Long Lotus Low Lupin Magpie Maple Marble Marsh Meadow
Mint Mist Moon Myrtle Oat Olive Onyx Orbit Oval Owl Paddock Palm Path Peach Pear Penny Petrel Pilot Plain Plum Pond Poplar
Prairie Quince Rain Red Rose Rust Sand Scarlet Sea Seal Shadow Sky Snow Sparrow South Spring Squall Star Steel Stork Storm
Summer Sun Swan Tan Tern Thrush Tin Tulip Velvet Wave West Wheat Wild Wind Wolf Wood Yew`.split(/\s+/);

const TAILS = `vane spire cast loop mesh wing brel base gate line elle mill wick frame arc band beam bridge brook cairn
chord cove craft crest dale deck fall fell field flow ford forge garth glen hall ham hollow keep kin lane lark leaf ley lock
loom mark mast mere mode moor notch path peak pier point port reach rill rise root sail scope shade shore span spark stead
stem stone thread tide tower trace vault view ward way weave well wharf wood worth yard yield`.split(/\s+/);

const ONSETS = "B Br C Cl Cr D Dr F Fl G Gr H J K L M N P Pl Pr Qu R S Sk Sl Sol St T Th Tr V W Z".split(" ");
const MIDDLES = "a e i o u ae ai ea ia io".split(" ");
const CODAS = "b d g l ll lm ln m mb n nd nt r rd rn rth s sk ss st t v x z".split(" ");
const ENDINGS = "a ara ary el ena eon era ic ico igo ira is ium ix o ola on ora ova um us yra".split(" ");

const INVESTOR_HEADS = `Fennick Hollin Solenne Brackwater Ardholt Straitline Cobden Norrland Tarnhelm Quellmark Kitterby
Wharfdale Aldermoor Bellhaven Castlemere Dunmarrow Eastgarth Fairlow Greycoat Hathersea Inglemoor Kestleby Langmere
Marchfield Netherby Oldacre Pemberlow Quarrington Ravensdell Saltmarsh Thornleigh Umberside Velmont Westerlow Yewbank
Ashgrove Brightwater Corriemoor Dalewick Elmstead Foxley Glenarrow Harborne Ivelstone Kingsmarl Lowther Millrace Northolt
Oxmoor Pinehurst Redfern Stonecrop Tidewell Underhill Vintry Whitlow`.split(/\s+/);

/** Joins and capitalises parts, without awkward joints such as three equal letters. */
function joined(head: string, tail: string): string {
  return head.endsWith(tail[0] ?? "") ? `${head}${tail.slice(1)}` : `${head}${tail}`;
}

function invented(chance: Chance): string {
  const middle = chance.happens(0.15) ? chance.pick(MIDDLES) + chance.pick(CODAS) : "";
  const name = chance.pick(ONSETS) + chance.pick(MIDDLES) + chance.pick(CODAS) + middle + chance.pick(ENDINGS);
  // The syllables also make this word, which no company is called.
  return name === "Pubis" ? "Pubira" : name;
}

export class Names {
  readonly #taken = new Set<string>();

  /** Returns one word such as `Quorvane` or `Nimbrel`; its lower case is free for a domain. */
  company(chance: Chance): string {
    return this.#once(() => (chance.happens(0.72) ? joined(chance.pick(HEADS), chance.pick(TAILS)) : invented(chance)));
  }

  /** Returns a name such as `Fennick Capital`, `Third Wharf`; the ending depends on the kind of investor. */
  investor(chance: Chance, endings: readonly string[]): string {
    return this.#once(() => {
      const head = chance.happens(0.4) ? chance.pick(INVESTOR_HEADS) : joined(chance.pick(HEADS), chance.pick(TAILS));
      return `${head} ${chance.pick(endings)}`;
    });
  }

  #once(make: () => string): string {
    for (;;) {
      const name = make();
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

/** Converts a name to part of a domain or address: `Third Wharf Capital` → `thirdwharfcapital`. */
export function slug(name: string, separator = ""): string {
  return foldText(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join(separator);
}
