import { bots } from '../../../contract/bots.ts';
import { locate } from '../base/access/locate.ts';
import { originOf } from '../base/access/origin.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { keysOf } from '../users/actions/api-keys.ts';
import { createBot, keeperOf, removeBot, shownBot, updateBot } from './actions/bots.ts';
import { createBotKey, revokeBotKey } from './actions/keys.ts';
import { botsOf } from './queries.ts';

export function botRoutes(service: Service): void {
  const { db } = service;

  bind(service, bots.list, async ({ actor, params }) => {
    const { workspaceId } = await locate(db, actor, 'workspace', params.workspacePublicId, 'member:view');
    return (await db.all(botsOf, { workspaceId })).map(shownBot);
  });

  bind(service, bots.create, ({ change, params, body }) =>
    change((work) => createBot(work, params.workspacePublicId, body)),
  );

  bind(service, bots.update, ({ change, params, body }) => change((work) => updateBot(work, params, body)));

  bind(service, bots.remove, ({ change, params }) => change((work) => removeBot(work, params)));

  bind(service, bots.keys, async ({ actor, params }) => {
    const rights = await locate(db, actor, 'workspace', params.workspacePublicId, null);
    const { userId } = await keeperOf(db, rights, params.botPublicId);
    return keysOf(db, userId);
  });

  bind(service, bots.createKey, ({ change, params, body, request }) =>
    change((work) => createBotKey(work, params, body, originOf(request))),
  );

  bind(service, bots.deleteKey, ({ change, params, request }) =>
    change((work) => revokeBotKey(work, params, params.keyId, originOf(request))),
  );
}
