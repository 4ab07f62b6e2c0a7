export function company(name: string, fields: Readonly<Record<string, unknown>> = {}) {
  return { name, domain: `${name.toLowerCase()}.example`, hqCountry: { code: "DE" }, ...fields };
}

export function round(
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
  companyFields: Readonly<Record<string, unknown>> = {},
) {
  const stated = company(name, companyFields);
  const record = { round: "seed", amountUsd: 2_000_000, announcedAt: "2026-11-01", company: stated };
  return { kind: "funding", record: { ...record, ...fields } };
}

export const DEAL = {
  kind: "acquisition",
  record: {
    dealAmountUsd: 5_000_000,
    announcedAt: "2026-11-02",
    target: company("Ardholt", { hqCountry: { code: "FR" } }),
    acquirer: company("Brenwick", { hqCountry: { code: "US" } }),
  },
};

export const MOVE = {
  kind: "exec_move",
  record: {
    person: { name: "Ada Quist" },
    role: "Chief Financial Officer",
    roleSeniority: "c_level",
    moveType: "appointment",
    announcedAt: "2026-11-03",
    company: company("Ardholt"),
    fromCompany: company("Brenwick"),
  },
};
