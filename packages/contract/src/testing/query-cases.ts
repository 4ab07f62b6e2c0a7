/**
 * These cases for tests list what each parameter of each feed accepts and rejects, written from the interface and not
 * from the descriptors, so that a rule missing there fails here.
 */
import type { FeedName } from "../feeds";

/** A case is a query string with its parsed values, or with its validation message. */
interface Cases {
  readonly accepts: readonly (readonly [query: string, values: Readonly<Record<string, unknown>>])[];
  readonly rejects: readonly (readonly [query: string, message: string])[];
}

const ID = "0190a0a0-0000-7000-8000-00000000000a";
const DATE_EXPECTED = "must be a date (YYYY-MM-DD) or an ISO-8601 timestamp that exists";
const NAICS_EXPECTED = "must be a NAICS code of 2 to 6 digits, 31-33, 44-45, 48-49 or unknown";

const since: Cases = {
  accepts: [
    ["since=2026-01-31", { since: "2026-01-31" }],
    ["since=2026-01-31T10:00:00.5%2B05:30", { since: "2026-01-31T10:00:00.5+05:30" }],
    ["since=-6mo", { since: "-6mo" }],
    ["since=20260131", { since: "2026-01-31" }],
    ["since=2026-W05-6", { since: "2026-01-31" }],
    ["since=2026-031T10,5Z", { since: "2026-01-31T10:30:00.000Z" }],
    ["since=2026-01-31+10:00:00", { since: "2026-01-31T10:00:00.000Z" }],
  ],
  rejects: [
    ["since=2026-02-30", `since ${DATE_EXPECTED}; got "2026-02-30"`],
    ["since=-6m", `since ${DATE_EXPECTED}; got "-6m"`],
    ["since=2026-13-01", `since ${DATE_EXPECTED}; got "2026-13-01"`],
    ["since=1767225600", `since ${DATE_EXPECTED}; got "1767225600"`],
  ],
};

const until: Cases = {
  accepts: [
    ["until=2026-01-31", { until: "2026-01-31" }],
    ["since=2026-01-31&until=2026-01-31", { since: "2026-01-31", until: "2026-01-31" }],
  ],
  rejects: [
    ["until=2025-02-29", `until ${DATE_EXPECTED}; got "2025-02-29"`],
    ["since=2026-02-01&until=2026-01-31", "since (2026-02-01) is after until (2026-01-31)"],
    ["since=2026-02-01T00:00:00Z&until=2026-01-31", "since (2026-02-01T00:00:00Z) is after until (2026-01-31)"],
  ],
};

const limit: Cases = {
  accepts: [
    ["limit=1", { limit: 1 }],
    ["limit=1e2", { limit: 100 }],
  ],
  rejects: [
    ["limit=0", "limit must be a whole number from 1 to 100; got 0"],
    ["limit=101", "limit must be a whole number from 1 to 100; got 101"],
    ["limit=1.5", "limit must be a whole number from 1 to 100; got 1.5"],
    ["limit=-1", "limit must be a whole number from 1 to 100; got -1"],
    ["limit=abc", 'limit must be a whole number from 1 to 100; got "abc"'],
    ["limit=", "limit is empty; give it a value or omit it"],
  ],
};

/** Only the service, which signs cursors, can verify them. */
const cursor: Cases = {
  accepts: [["cursor=abc", { cursor: "abc" }]],
  rejects: [["cursor=", "cursor is empty; give it a value or omit it"]],
};

const includeTotal: Cases = {
  accepts: [["includeTotal=true", { includeTotal: true }]],
  rejects: [["includeTotal=1", 'includeTotal must be true or false; got "1"']],
};

const COUNTRIES_EXPECTED = "countries must be one of the 237 listed values or unknown";

const countries: Cases = {
  accepts: [
    ["countries=US&country=unknown", { countries: ["US", "unknown"] }],
    ["country[]=DE&countries[0]=FR&countries=DE", { countries: ["DE", "FR"] }],
  ],
  rejects: [
    ["countries=us", `${COUNTRIES_EXPECTED}; got "us"; did you mean "US"?`],
    ["countries=Germany", `${COUNTRIES_EXPECTED}; got "Germany"; did you mean "DE"?`],
    ["country=XK", `${COUNTRIES_EXPECTED}; got "XK"`],
    ["countries=US,DE", `${COUNTRIES_EXPECTED}; got "US,DE"; pass each value on its own`],
  ],
};

const INDUSTRIES_EXPECTED = "industryGroups must be one of the 434 listed values or unknown";

/** Funding events and acquisitions accept any case, older names and short forms. */
const industriesOfEvents: Cases = {
  accepts: [
    [
      "industryGroups=software+development&industryGroup=unknown",
      { industryGroups: ["Software Development", "unknown"] },
    ],
    ["industryGroups=Computer+Software&industryGroup[]=SaaS", { industryGroups: ["Software Development"] }],
    ["industryGroups=DEFENSE+%26+SPACE", { industryGroups: ["Defense and Space Manufacturing"] }],
    [
      "industryGroups=Internet&industryGroups=Technology,+Information+and+Internet",
      { industryGroups: ["Technology, Information and Internet"] },
    ],
  ],
  rejects: [
    [
      "industryGroups=Softwar+Development",
      `${INDUSTRIES_EXPECTED}; got "Softwar Development"; did you mean "Software Development"?`,
    ],
    [
      "industryGroups=Computer+Softwar",
      `${INDUSTRIES_EXPECTED}; got "Computer Softwar"; did you mean "Software Development"?`,
    ],
    ["industryGroups=Alchemy+and+Magic", `${INDUSTRIES_EXPECTED}; got "Alchemy and Magic"`],
  ],
};

/** The company directory accepts labels to the letter. */
const industriesOfCompanies: Cases = {
  accepts: [
    [
      "industryGroups=Software+Development&industryGroup=unknown",
      { industryGroups: ["Software Development", "unknown"] },
    ],
  ],
  rejects: [
    [
      "industryGroups=software+development",
      `${INDUSTRIES_EXPECTED}; got "software development"; its current label is "Software Development"`,
    ],
    [
      "industryGroups=Computer+Software",
      `${INDUSTRIES_EXPECTED}; got "Computer Software"; its current label is "Software Development"`,
    ],
    ["industryGroup=biotech", `${INDUSTRIES_EXPECTED}; got "biotech"; its current label is "Biotechnology Research"`],
    [
      "industryGroups=Softwar+Development",
      `${INDUSTRIES_EXPECTED}; got "Softwar Development"; did you mean "Software Development"?`,
    ],
  ],
};

const naicsCode: Cases = {
  accepts: [
    ["naicsCode=541511", { naicsCode: "541511" }],
    ["naicsCode=31-33", { naicsCode: "31-33" }],
    ["naicsCode=99", { naicsCode: "99" }],
    ["naicsCode=unknown", { naicsCode: "unknown" }],
  ],
  rejects: [
    ["naicsCode=5", `naicsCode ${NAICS_EXPECTED}; got "5"`],
    ["naicsCode=5415110", `naicsCode ${NAICS_EXPECTED}; got "5415110"`],
    ["naicsCode=51-52", `naicsCode ${NAICS_EXPECTED}; got "51-52"`],
    ["naicsCode=constructor", `naicsCode ${NAICS_EXPECTED}; got "constructor"`],
  ],
};

const VERTICALS_EXPECTED =
  "verticals must be one of ai, fintech, saas, devtools, healthcare, climate, robotics, cybersecurity, logistics, " +
  "commerce, data, crypto, media, education, marketing, telecom, realestate, hardware, gaming, space, unknown";

const verticals: Cases = {
  accepts: [["verticals=ai&verticals=unknown", { verticals: ["ai", "unknown"] }]],
  rejects: [["verticals=AI", `${VERTICALS_EXPECTED}; got "AI"; did you mean "ai"?`]],
};

const BUCKETS_EXPECTED =
  "employeeBuckets must be one of 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000, 10001+";

const minAmountUsd: Cases = {
  accepts: [["minAmountUsd=0", { minAmountUsd: 0 }]],
  rejects: [
    ["minAmountUsd=-1", 'minAmountUsd must be a number, 0 or more, such as 5, 2.5 or 1e6; got "-1"'],
    ["minAmountUsd=1e999", 'minAmountUsd must be a number, 0 or more, such as 5, 2.5 or 1e6; got "1e999"'],
  ],
};

const maxAmountUsd: Cases = {
  accepts: [
    ["minAmountUsd=5000000.5&maxAmountUsd=5000000.5", { minAmountUsd: 5_000_000.5, maxAmountUsd: 5_000_000.5 }],
  ],
  rejects: [
    ["maxAmountUsd=5m", 'maxAmountUsd must be a number, 0 or more, such as 5, 2.5 or 1e6; got "5m"'],
    ["minAmountUsd=2&maxAmountUsd=1", "minAmountUsd (2) is above maxAmountUsd (1)"],
  ],
};

function id(name: string): Cases {
  return {
    accepts: [[`${name}=${ID.toUpperCase()}`, { [name]: ID }]],
    rejects: [
      [`${name}=42`, `${name} must be a UUID; got "42"`],
      [`${name}=${ID}0`, `${name} must be a UUID; got "${ID}0"`],
    ],
  };
}

const domain: Cases = {
  accepts: [
    ["domain=https%3A%2F%2Fwww.Example.com%2Fabout%3Fa%3Db", { domain: "example.com" }],
    ["domain=example.com", { domain: "example.com" }],
  ],
  rejects: [
    ["domain=example", 'domain must be a domain or URL such as example.com; got "example"'],
    ["domain=%FF", "domain contains an invalid character"],
  ],
};

const search: Cases = {
  accepts: [
    ["search=+Acme++labs+", { search: "Acme  labs" }],
    [`search=${"x".repeat(300)}`, { search: "x".repeat(300) }],
    [`search=${encodeURIComponent("😀".repeat(300))}`, { search: "😀".repeat(300) }],
  ],
  rejects: [
    ["search=+++", 'search must be at least one word; got "   "'],
    ["search=%ff%fe", "search contains an invalid character"],
    [`search=${"x".repeat(301)}`, "search must be at most 300 characters long; got 301"],
  ],
};

function number(name: string, max?: string): Cases {
  return {
    accepts: [
      [`${name}=0`, { [name]: 0 }],
      [`${name}=1.5`, { [name]: 1.5 }],
    ],
    rejects: [
      [`${name}=+1`, `${name} must be a number, 0 or more, such as 5, 2.5 or 1e6; got " 1"`],
      ...(max === undefined ? [] : [[`${name}=2&${max}=1`, `${name} (2) is above ${max} (1)`] as const]),
    ],
  };
}

export const QUERY_CASES: Readonly<Record<FeedName, Readonly<Record<string, Cases>>>> = {
  funding: {
    cursor,
    since,
    until,
    limit,
    includeTotal,
    minAmountUsd,
    maxAmountUsd,
    naicsCode,
    countries,
    industryGroups: industriesOfEvents,
    verticals,
    companyId: id("companyId"),
    domain,
    enrichedOnly: {
      accepts: [
        ["enrichedOnly=true", { enrichedOnly: true }],
        ["enrichedOnly=false", { enrichedOnly: false }],
      ],
      rejects: [["enrichedOnly=yes", 'enrichedOnly must be true or false; got "yes"']],
    },
    round: {
      accepts: [["round=pre-seed&round[]=series-i&round[0]=other", { round: ["pre-seed", "series-i", "other"] }]],
      rejects: [
        [
          "round=series_a",
          "round must be one of pre-seed, seed, angel, series-a, series-b, series-c, series-d, series-e, series-f, " +
            "series-g, series-h, series-i, growth, private-equity, extension, bridge, convertible, safe, debt, grant, " +
            'pre-ipo, secondary, pipe, other; got "series_a"; did you mean "series-a"?',
        ],
      ],
    },
    employeeBuckets: {
      accepts: [
        [
          "employeeBuckets=10001%2B&employeeCountBucket=1-10&employeeBucket[]=11-50",
          { employeeBuckets: ["10001+", "1-10", "11-50"] },
        ],
        ["employeeBuckets=10001+", { employeeBuckets: ["10001+"] }],
      ],
      rejects: [["employeeBuckets=unknown", `${BUCKETS_EXPECTED}; got "unknown"`]],
    },
  },
  acquisitions: {
    cursor,
    since,
    until,
    limit,
    includeTotal,
    minAmountUsd,
    maxAmountUsd,
    countries,
    industryGroups: industriesOfEvents,
    naicsCode,
    verticals,
    companyId: id("companyId"),
    domain,
    paymentType: {
      accepts: [["paymentType=cash&paymentType=undisclosed", { paymentType: ["cash", "undisclosed"] }]],
      rejects: [["paymentType=unknown", 'paymentType must be one of cash, stock, mixed, undisclosed; got "unknown"']],
    },
    isMerger: {
      accepts: [
        ["isMerger=true", { isMerger: true }],
        ["isMerger=false", { isMerger: false }],
      ],
      rejects: [["isMerger=0", 'isMerger must be true or false; got "0"']],
    },
  },
  execMoves: {
    cursor,
    since,
    until,
    limit,
    companyId: id("companyId"),
    personId: id("personId"),
    domain,
    countries,
    roleSeniority: {
      accepts: [["roleSeniority=c_level&roleSeniority=founder", { roleSeniority: ["c_level", "founder"] }]],
      rejects: [
        [
          "roleSeniority=c-level",
          "roleSeniority must be one of founder, c_level, vp_level, director, board, other; " +
            'got "c-level"; did you mean "c_level"?',
        ],
      ],
    },
    moveType: {
      accepts: [["moveType=departure", { moveType: ["departure"] }]],
      rejects: [["moveType=hire", 'moveType must be one of appointment, promotion, departure, transition; got "hire"']],
    },
  },
  companies: {
    cursor,
    since,
    limit,
    search,
    domain,
    countries,
    industryGroups: industriesOfCompanies,
    naicsCode,
    employeeBuckets: {
      accepts: [["employeeBuckets=unknown&employeeBucket=1-10", { employeeBuckets: ["unknown", "1-10"] }]],
      rejects: [["employeeCountBucket=1-11", `${BUCKETS_EXPECTED}, unknown; got "1-11"; did you mean "1-10"?`]],
    },
    minFoundedYear: number("minFoundedYear", "maxFoundedYear"),
    maxFoundedYear: number("maxFoundedYear"),
    sort: {
      accepts: [["sort=prominence", { sort: "prominence" }]],
      rejects: [["sort=name", 'sort must be one of recent, prominence; got "name"']],
    },
    sortDirection: {
      accepts: [
        ["sortDirection=asc", { sortDirection: "asc" }],
        ["sort=recent&sortDirection=asc", { sort: "recent", sortDirection: "asc" }],
        ["sort=prominence&sortDirection=asc", { sort: "prominence", sortDirection: "asc" }],
        ["sort=prominence&sortDirection=desc", { sort: "prominence", sortDirection: "desc" }],
      ],
      rejects: [
        ["sortDirection=desc", "sortDirection desc applies to sort=prominence only; sort=recent is always ascending"],
        ["sort=prominence&sortDirection=down", 'sortDirection must be one of asc, desc; got "down"'],
      ],
    },
    minRaisedLast12mUsd: {
      accepts: [["minRaisedLast12mUsd=1000000.5", { minRaisedLast12mUsd: 1_000_000.5 }]],
      rejects: [
        ["minRaisedLast12mUsd=-0", 'minRaisedLast12mUsd must be a number, 0 or more, such as 5, 2.5 or 1e6; got "-0"'],
      ],
    },
    minKnownPeople: number("minKnownPeople"),
    hasFounder: {
      accepts: [["hasFounder=true", { hasFounder: true }]],
      rejects: [["hasFounder=True", 'hasFounder must be true or false; got "True"; did you mean true?']],
    },
  },
  investors: {
    cursor,
    since,
    limit,
    search,
    domain,
    type: {
      accepts: [
        ["type=vc,%20angel&type=unknown&type[]=vc", { type: ["vc", "angel", "unknown"] }],
        ["type=family_office", { type: ["family_office"] }],
      ],
      rejects: [
        [
          "type=vc,bank",
          "type must be one of vc, angel, cvc, pe, growth, accelerator, family_office, syndicate, unknown; " +
            'got "bank"',
        ],
        ["type=vc,", "type is empty; give it a value or omit it"],
      ],
    },
    country: {
      accepts: [
        ["country=US", { country: "US" }],
        ["country=unknown", { country: "unknown" }],
      ],
      rejects: [
        ["country=usa", 'country must be one of the 237 listed values or unknown; got "usa"'],
        ["country=US&country=DE", "country is given 2 times; pass it once"],
      ],
    },
  },
};
