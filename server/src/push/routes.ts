import { push } from '../../../contract/push.ts';
import { bind } from '../base/http/bind.ts';
import { targetCheck } from '../base/outgoing/target.ts';
import type { Service } from '../base/service.ts';
import { type Subscription, shownOf, subscribe, unsubscribe } from './actions/subscribe.ts';
import { subscriptionsOf } from './queries.ts';

export function pushRoutes(service: Service): void {
  const { db, secrets, pushKey, pusher, jobs, told } = service;
  const checkTarget = targetCheck(service.outgoing, 'body/endpoint');

  const subscriptions = async (userId: string, sessionId: string) =>
    (await db.all(subscriptionsOf, { userId })).map((row) => {
      const { endpoint } = JSON.parse(secrets.open(row.sealed, row.endpointHash)) as Subscription;
      return shownOf({ ...row, endpoint, current: row.sessionId === sessionId });
    });

  bind(service, push.list, async ({ actor }) => ({
    publicKey: pushKey.publicKey,
    subscriptions: await subscriptions(actor.userId, actor.credential.id),
  }));

  bind(service, push.subscribe, async ({ actor, change, body }) => {
    await checkTarget(actor, body.endpoint);
    return change((work) => subscribe(work, body));
  });

  bind(service, push.unsubscribe, ({ change, body }) => change((work) => unsubscribe(work, body.endpoint)));

  jobs.every('pushes', 1, () => pusher.look());
  told.listen(() => jobs.soon('pushes'));
}
