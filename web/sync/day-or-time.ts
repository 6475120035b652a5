/** A date of a reply as the page has dates: a whole day as its midnight in UTC, a time at midnight a microsecond later. */
export const dateOf = (at: { date?: string; time?: string } | null | undefined): string | null =>
  at?.date === undefined
    ? (at?.time?.replace('T00:00:00.000Z', 'T00:00:00.000001Z') ?? null)
    : `${at.date}T00:00:00.000Z`;
