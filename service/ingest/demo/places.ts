/** Where demo companies sit: a few countries hold most of them, many hold a few; amounts are announced in local money. */
import { COUNTRIES } from "@/lib/contract/values/countries";
import { type Chance, Weighted } from "./random";

interface Place {
  readonly country: string;
  readonly weight: number;
  readonly cities: readonly string[];
  /** How large rounds are beside those of the United States. */
  readonly size: number;
  /** Money in which rounds are often announced, in dollars a unit; absent: dollars. */
  readonly money?: { readonly code: string; readonly usd: number };
}

const EUR = { code: "EUR", usd: 1.16 };

const LEADING: readonly Place[] = [
  place(
    "US",
    380,
    1,
    "San Francisco,San Francisco,New York,New York,Boston,Austin,Seattle,Los Angeles,Chicago,Denver,Portland,Miami,Atlanta,San Diego",
  ),
  place("GB", 90, 0.75, "London,London,London,Manchester,Cambridge,Bristol,Edinburgh,Oxford", {
    code: "GBP",
    usd: 1.32,
  }),
  place("IN", 72, 0.5, "Bengaluru,Bengaluru,Mumbai,New Delhi,Gurugram,Pune,Hyderabad,Chennai", {
    code: "INR",
    usd: 0.0113,
  }),
  place("DE", 55, 0.75, "Berlin,Berlin,Munich,Hamburg,Cologne,Frankfurt", EUR),
  place("FR", 50, 0.7, "Paris,Paris,Lyon,Toulouse,Nantes,Lille", EUR),
  place("CN", 42, 1.3, "Beijing,Shanghai,Shenzhen,Hangzhou", { code: "CNY", usd: 0.14 }),
  place("CA", 34, 0.7, "Toronto,Vancouver,Montreal,Waterloo,Calgary", { code: "CAD", usd: 0.71 }),
  place("IL", 30, 0.85, "Tel Aviv,Tel Aviv,Haifa,Jerusalem,Herzliya"),
  place("SG", 25, 0.7, "Singapore"),
  place("SE", 19, 0.7, "Stockholm,Gothenburg,Malmö", { code: "SEK", usd: 0.105 }),
  place("NL", 17, 0.6, "Amsterdam,Rotterdam,Utrecht,Eindhoven", EUR),
  place("ES", 16, 0.5, "Madrid,Barcelona,Valencia", EUR),
  place("AU", 16, 0.6, "Sydney,Melbourne,Brisbane", { code: "AUD", usd: 0.65 }),
  place("BR", 16, 0.5, "São Paulo,Rio de Janeiro,Belo Horizonte", { code: "BRL", usd: 0.187 }),
  place("JP", 15, 0.5, "Tokyo,Osaka,Kyoto,Fukuoka", { code: "JPY", usd: 0.0065 }),
  place("KR", 14, 0.6, "Seoul,Busan,Daejeon", { code: "KRW", usd: 0.00069 }),
  place("CH", 13, 0.75, "Zurich,Lausanne,Geneva,Basel", { code: "CHF", usd: 1.24 }),
  place("IT", 11, 0.4, "Milan,Rome,Turin,Bologna", EUR),
  place("FI", 9, 0.5, "Helsinki,Espoo,Tampere", EUR),
  place("DK", 9, 0.55, "Copenhagen,Aarhus", { code: "DKK", usd: 0.155 }),
  place("IE", 9, 0.6, "Dublin,Cork,Galway", EUR),
  place("NO", 8, 0.5, "Oslo,Bergen,Trondheim", { code: "NOK", usd: 0.098 }),
  place("BE", 8, 0.5, "Brussels,Ghent,Antwerp,Leuven", EUR),
  place("AE", 8, 0.6, "Dubai,Abu Dhabi"),
  place("ID", 8, 0.6, "Jakarta,Bandung"),
  place("NG", 7, 0.35, "Lagos,Abuja"),
  place("KE", 5, 0.3, "Nairobi"),
  place("PL", 6, 0.35, "Warsaw,Kraków,Wrocław"),
  place("AT", 6, 0.5, "Vienna,Graz", EUR),
  place("PT", 6, 0.4, "Lisbon,Porto", EUR),
  place("EE", 5, 0.4, "Tallinn,Tartu", EUR),
  place("MX", 6, 0.5, "Mexico City,Guadalajara,Monterrey"),
  place("ZA", 5, 0.35, "Cape Town,Johannesburg", { code: "ZAR", usd: 0.058 }),
  place("TR", 5, 0.4, "Istanbul,Ankara"),
  place("VN", 4, 0.35, "Ho Chi Minh City,Hanoi"),
  place("NZ", 4, 0.4, "Auckland,Wellington", { code: "NZD", usd: 0.57 }),
  place("CO", 4, 0.4, "Bogotá,Medellín"),
  place("EG", 4, 0.3, "Cairo"),
  place("SA", 4, 0.6, "Riyadh,Jeddah", { code: "SAR", usd: 0.267 }),
];

function place(country: string, weight: number, size: number, cities: string, money?: Place["money"]): Place {
  return { country, weight, size, cities: cities.split(","), ...(money === undefined ? {} : { money }) };
}

/** Every other country now and then, so that the long tail of the list has something in it. */
const REST: readonly Place[] = COUNTRIES.filter(({ value }) => LEADING.every((one) => one.country !== value)).map(
  ({ value }, index) => ({ country: value, weight: 3 / (1 + (index % 60)), cities: [], size: 0.3 }),
);

const PLACES = new Weighted([...LEADING, ...REST], (one) => one.weight);

export function somewhere(chance: Chance): Place {
  return PLACES.pick(chance);
}

export type { Place };
