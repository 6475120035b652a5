import { mailboxes } from '../../../contract/mailboxes.ts';
import { locate } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import { boardAddress } from '../base/mail/inbound-address.ts';
import type { Service } from '../base/service.ts';
import { createMailbox, deleteMailbox } from './actions/address.ts';
import { mailboxOf } from './queries.ts';

export function mailboxRoutes(service: Service): void {
  const { db, config } = service;
  const shown = (address: string | undefined) => ({
    isAvailable: config.inboundMail !== undefined,
    address: address ?? null,
  });

  bind(service, mailboxes.get, async ({ actor, params }) => {
    const { id: boardId } = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const of = { userId: actor.userId, boardId };
    const found = await db.first(mailboxOf, of);
    return shown(found && boardAddress(service, { ...of, id: found.id }));
  });

  bind(service, mailboxes.create, ({ change, params }) =>
    change(async (work) => shown(boardAddress(service, await createMailbox(work, params.boardPublicId)))),
  );

  bind(service, mailboxes.delete, ({ change, params }) =>
    change((work) => deleteMailbox(work, params.boardPublicId)),
  );
}
