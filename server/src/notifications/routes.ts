import { notificationSettings } from '../../../contract/notification-settings.ts';
import { notifications } from '../../../contract/notifications.ts';
import { forgetNotifications } from '../base/changes/forget-notifications.ts';
import { dueReaders, forgetMails } from '../base/changes/mailing.ts';
import { spread } from '../base/changes/spreading.ts';
import { storeSome } from '../base/changes/telling.ts';
import { bind } from '../base/http/bind.ts';
import { cursorFrom } from '../base/http/cursor.ts';
import type { Service } from '../base/service.ts';
import { changeSettings } from './actions/change-settings.ts';
import { unwatch, watch } from './actions/watch.ts';
import { countUnread, readInbox, viewingOf } from './flows/inbox.ts';
import { mark } from './flows/mark.ts';
import { watchingBoard, watchingCard, watchingList } from './flows/watching.ts';
import { sendMails } from './mail/sender.ts';
import { sendSummaries } from './mail/summaries.ts';
import { summaryIsDue } from './mail/summary-queries.ts';
import { type Settings, settingsFrom, storedIn } from './settings.ts';
import { settingsOf } from './settings-queries.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';

/** Seconds between two removals of old notifications. */
const forgetEvery = 3600;

/** Seconds between two looks for mails that are due. */
const mailEvery = 5;
/** Seconds between two looks for summaries that are due. */
const summariesEvery = 30;
/** Seconds after which it is looked whether a change has left somebody to be notified. */
const spreadEvery = 1;

export function notificationRoutes(service: Service): void {
  const { db, clock, jobs, told, outbox } = service;

  bind(service, notifications.list, async ({ actor, query }) => {
    const viewing = await viewingOf(db, actor, clock.now());
    const { state = 'all', kind, workspacePublicId: workspaceId, limit = 20 } = query;
    const after = cursorFrom(query.cursor);
    const page = await readInbox(db, viewing, { state, kind, workspaceId, after, limit });
    return { ...page, unread: await countUnread(db, viewing) };
  });

  bind(service, notifications.update, ({ actor, change, lastChange, body }) =>
    mark({ actor, change, lastChange }, told, body),
  );

  bind(service, notifications.getCardWatch, ({ actor, params }) =>
    watchingCard(db, actor, params.cardPublicId),
  );
  bind(service, notifications.getListWatch, ({ actor, params }) =>
    watchingList(db, actor, params.listPublicId),
  );
  bind(service, notifications.getBoardWatch, ({ actor, params }) =>
    watchingBoard(db, actor, params.boardPublicId),
  );
  bind(service, notifications.watchCard, ({ change, params }) =>
    change((work) => watch(work, 'card', params.cardPublicId)),
  );
  bind(service, notifications.unwatchCard, ({ change, params }) =>
    change((work) => unwatch(work, 'card', params.cardPublicId)),
  );
  bind(service, notifications.watchList, ({ change, params }) =>
    change((work) => watch(work, 'list', params.listPublicId)),
  );
  bind(service, notifications.unwatchList, ({ change, params }) =>
    change((work) => unwatch(work, 'list', params.listPublicId)),
  );
  bind(service, notifications.watchBoard, ({ change, params }) =>
    change((work) => watch(work, 'board', params.boardPublicId)),
  );
  bind(service, notifications.unwatchBoard, ({ change, params }) =>
    change((work) => unwatch(work, 'board', params.boardPublicId)),
  );

  settingsRoutes(service);
  unsubscribeRoutes(service);

  jobs.every('spread-notifications', spreadEvery, () => spread(service, storeSome, service.stopping));
  jobs.every('old-notifications', forgetEvery, () => forgetNotifications(service.maintain, clock.now()));
  jobs.every('notification-mails', mailEvery, async () => {
    // An empty transaction would hide that writes fail.
    if ((await db.first(dueReaders, { now: clock.now(), limit: 1 })) === undefined) return;
    await (outbox.isOff ? forgetMails(service.maintain, clock.now()) : sendMails(service));
  });
  jobs.every('summaries', summariesEvery, async () => {
    if (outbox.isOff || !(await db.first(summaryIsDue, { now: clock.now() }))) return;
    await sendSummaries(service);
  });
}

function settingsRoutes(service: Service): void {
  const { db, outbox } = service;
  const shown = (settings: Settings) => ({ ...settings, channels: { mail: !outbox.isOff } });

  bind(service, notificationSettings.get, async ({ actor: { userId } }) =>
    shown(settingsFrom(storedIn((await db.first(settingsOf, { userId }))?.settings))),
  );

  bind(service, notificationSettings.update, async ({ change, body }) =>
    change(async (work) => shown(await changeSettings(work, body))),
  );
}
