import type { cards } from '../../../contract/cards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { downloadAddress } from '../base/access/file-address.ts';
import type { Located } from '../base/access/locate.ts';
import { viewerOf } from '../base/changes/activity.ts';
import { isoMillisOrNull } from '../base/clock.ts';
import type { Reading } from '../base/db/database.ts';
import { NotFound } from '../base/errors.ts';
import { Json } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { type CardRead, cardRead } from './queries.ts';

/** A card as its reader is sent it (E2). */
export async function readCard(
  service: Service,
  db: Reading,
  found: Located<'card'>,
  userId: string,
): Promise<Json<ReplyOf<typeof cards.get>>> {
  const card = await db.first(cardRead, { workspaceId: found.workspaceId, id: found.id, ...viewerOf(found) });
  if (!card) throw new NotFound();
  return cardJson(service, card, userId);
}

/** The reply is put together from the database's JSON as text: parsing it and writing it again costs a third more. */
function cardJson(service: Service, card: CardRead, userId: string): Json<ReplyOf<typeof cards.get>> {
  const scalars = JSON.stringify({
    publicId: card.id,
    title: card.title,
    description: card.description,
    cardNumber: card.number,
    index: card.index,
    dueDate: isoMillisOrNull(card.dueAt),
    createdBy: card.createdBy,
  });
  const attachments = card.attachments === '[]' ? '[]' : withAddresses(service, card.attachments, userId);
  return new Json(
    `${scalars.slice(0, -1)},"labels":${card.labels},"attachments":${attachments},"checklists":${card.checklists},` +
      `"list":${card.list},"members":${card.members},"activities":${card.activities}}`,
  );
}

function withAddresses(service: Service, attachments: string, userId: string): string {
  const parsed = JSON.parse(attachments) as { publicId: string }[];
  return JSON.stringify(
    parsed.map((attachment) => ({
      ...attachment,
      url: downloadAddress(service, attachment.publicId, userId),
    })),
  );
}
