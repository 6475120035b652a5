import { mailboxes } from '../../../contract/mailboxes.ts';
import { locate } from '../base/access/locate.ts';
import { originOf } from '../base/access/origin.ts';
import { bind } from '../base/http/bind.ts';
import { boardAddress } from '../base/mail/inbound-address.ts';
import type { Service } from '../base/service.ts';
import { changeMailbox, createMailbox, deleteMailbox } from './actions/address.ts';
import { mailboxOf } from './queries.ts';

export function mailboxRoutes(service: Service): void {
  const { db, config } = service;
  const shown = (
    mailbox: { userId: string; boardId: string; id: string; listId: string | null } | undefined,
  ) => ({
    isAvailable: config.inboundMail !== undefined,
    address: (mailbox && boardAddress(service, mailbox)) ?? null,
    listPublicId: mailbox?.listId ?? null,
  });

  bind(service, mailboxes.get, async ({ actor, params }) => {
    const { id: boardId } = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const of = { userId: actor.userId, boardId };
    const found = await db.first(mailboxOf, of);
    return shown(found && { ...of, ...found });
  });

  bind(service, mailboxes.create, ({ change, params, request }) =>
    change(async (work) => shown(await createMailbox(work, params.boardPublicId, originOf(request)))),
  );

  bind(service, mailboxes.update, ({ change, params, body }) =>
    change(async (work) => shown(await changeMailbox(work, params.boardPublicId, body.listPublicId))),
  );

  bind(service, mailboxes.delete, ({ change, params, request }) =>
    change((work) => deleteMailbox(work, params.boardPublicId, originOf(request))),
  );
}
