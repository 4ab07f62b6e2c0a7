/** Values of the event feeds are in their natural order, with the titles people read. */

export const ROUNDS = [
  { value: "pre-seed", title: "Pre-seed" },
  { value: "seed", title: "Seed" },
  { value: "angel", title: "Angel" },
  { value: "series-a", title: "Series A" },
  { value: "series-b", title: "Series B" },
  { value: "series-c", title: "Series C" },
  { value: "series-d", title: "Series D" },
  { value: "series-e", title: "Series E" },
  { value: "series-f", title: "Series F" },
  { value: "series-g", title: "Series G" },
  { value: "series-h", title: "Series H" },
  { value: "series-i", title: "Series I" },
  { value: "growth", title: "Growth" },
  { value: "private-equity", title: "Private equity" },
  { value: "extension", title: "Extension" },
  { value: "bridge", title: "Bridge" },
  { value: "convertible", title: "Convertible" },
  { value: "safe", title: "SAFE" },
  { value: "debt", title: "Debt" },
  { value: "grant", title: "Grant" },
  { value: "pre-ipo", title: "Pre-IPO" },
  { value: "secondary", title: "Secondary" },
  { value: "pipe", title: "PIPE" },
  { value: "other", title: "Other" },
] as const;

export const PAYMENT_TYPES = [
  { value: "cash", title: "Cash" },
  { value: "stock", title: "Stock" },
  { value: "mixed", title: "Cash and stock" },
  { value: "undisclosed", title: "Undisclosed" },
] as const;

export const ROLE_SENIORITIES = [
  { value: "founder", title: "Founder" },
  { value: "c_level", title: "C-level" },
  { value: "vp_level", title: "VP level" },
  { value: "director", title: "Director" },
  { value: "board", title: "Board" },
  { value: "other", title: "Other" },
] as const;

export const MOVE_TYPES = [
  { value: "appointment", title: "Appointment" },
  { value: "promotion", title: "Promotion" },
  { value: "departure", title: "Departure" },
  { value: "transition", title: "Transition" },
] as const;

/**
 * A timeline may include these. The value is the `kind` of its event items, and names the field of an item that
 * contains its record.
 */
export const TIMELINE_INCLUDES = [
  { value: "funding", title: "Funding rounds", kind: "funding", field: "funding" },
  { value: "acquisitions", title: "Acquisitions", kind: "acquisition", field: "acquisition" },
  { value: "exec_moves", title: "Executive moves", kind: "exec_move", field: "execMove" },
] as const;

/** One company of a batch has one of these statuses. */
export const BATCH_STATUSES = ["served", "skipped", "not_found"] as const;
