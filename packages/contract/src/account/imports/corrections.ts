/** Lists the fields of events that an operator may correct, by the names that maps of imports use. */
export const CORRECTABLE_FIELDS = {
  funding: ["round", "amount", "announcedAt", "investors", "company.name", "company.domain"],
  acquisition: [
    ...(["amount", "paymentType", "isMerger", "announcedAt", "closingAt"] as const),
    ...(["target.name", "target.domain", "acquirer.name", "acquirer.domain"] as const),
  ],
  exec_move: [
    ...(["role", "roleSeniority", "moveType", "announcedAt", "effectiveDate", "person.name"] as const),
    ...(["person.socialUrl", "company.name", "company.domain", "fromCompany.name", "fromCompany.domain"] as const),
  ],
} as const;

export type CorrectableKind = keyof typeof CORRECTABLE_FIELDS;
