/** Whether a card is on its board, in the archive or in the trash. */
export type Standing = 'open' | 'archived' | 'trash';

export const standingOf = (card: { archivedAt: number | null; deletedAt?: number | null }): Standing =>
  (card.deletedAt ?? null) !== null ? 'trash' : card.archivedAt !== null ? 'archived' : 'open';
