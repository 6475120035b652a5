import { channels } from '../../../../contract/channels.ts';
import { bind } from '../../base/http/bind.ts';
import { targetCheck } from '../../base/outgoing/target.ts';
import type { Service } from '../../base/service.ts';
import { isChannel, redeliverToChannel } from '../actions/channels.ts';
import { deliveriesOf } from '../deliveries.ts';
import { channelsOf } from '../queries.ts';
import {
  addChannel,
  alterChannel,
  managedBoard,
  managedChannel,
  removeChannel,
  shown,
  testChannel,
} from './flows.ts';

export function channelRoutes(service: Service): void {
  const { db } = service;
  const checkTarget = targetCheck(service.outgoing, 'body/url');

  bind(service, channels.list, async ({ actor, params }) => {
    const { workspaceId, boardId } = await managedBoard(db, actor, params.boardPublicId);
    return (await db.all(channelsOf, { workspaceId, boardId })).filter(isChannel).map(shown);
  });

  bind(service, channels.create, ({ params, body, ...caller }) =>
    addChannel(db, checkTarget, caller, params.boardPublicId, body),
  );

  bind(service, channels.update, ({ params, body, ...caller }) =>
    alterChannel(db, checkTarget, caller, params, body),
  );

  bind(service, channels.delete, ({ params, ...caller }) => removeChannel(service, caller, params));

  bind(service, channels.test, ({ actor, params }) => testChannel(service, actor, params));

  bind(service, channels.deliveries, async ({ actor, params, query }) => {
    const { workspaceId, principal, channel } = await managedChannel(db, actor, params);
    return deliveriesOf(db, { ...principal, workspaceId, webhookId: channel.id }, query);
  });

  bind(service, channels.redeliver, async ({ change, params }) => {
    const { queue, success } = await change((work) => redeliverToChannel(work, params));
    service.sender.wake([{ ...queue, isFailing: true }]);
    return { success };
  });
}
