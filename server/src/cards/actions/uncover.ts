import type { Located } from '../../base/access/locate.ts';
import { valuesOf } from '../../base/card-fields.ts';
import type { Work } from '../../base/changes/change.ts';
import { pictureOf } from '../../base/covers.ts';
import { changeFields } from './change-fields.ts';

/** Takes the cover off a card that loses this picture. */
export async function uncover(work: Work, card: Located<'attachment'>): Promise<void> {
  if (pictureOf(card.cover)?.id !== card.attachmentId) return;
  await changeFields(work, card, { ...valuesOf(card), cover: null });
}
