import { integrations, type Provider, providers } from '../../../contract/integrations.ts';
import type { Actor } from '../base/access/actor.ts';
import { originOf } from '../base/access/origin.ts';
import { isoMillis } from '../base/clock.ts';
import { Forbidden } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { connectIntegration, disconnectIntegration, fromProvider, providersOf, tokenFor } from './flows.ts';
import { integrationsOf } from './queries.ts';

export function integrationRoutes(service: Service): void {
  const { codehost, boardtool } = providersOf(service);

  const connectedToken = async (actor: Actor, provider: Provider): Promise<string> => {
    const token = await tokenFor(service, actor, provider);
    if (token === undefined) throw new Forbidden('not-connected', { provider });
    return token;
  };

  bind(service, integrations.list, async ({ actor }) => {
    const connected = await service.db.all(integrationsOf, { userId: actor.userId });
    return providers.map((provider) => {
      const found = connected.find((each) => each.provider === provider);
      return {
        provider,
        connected: found !== undefined,
        account: found?.account ?? null,
        connectedAt: found ? isoMillis(found.connectedAt) : null,
      };
    });
  });

  bind(service, integrations.connect, ({ params, body, request, ...caller }) =>
    connectIntegration(service, caller, { ...params, ...body, origin: originOf(request) }),
  );

  bind(service, integrations.disconnect, ({ params, request, ...caller }) =>
    disconnectIntegration(caller, params.provider, originOf(request)),
  );

  bind(service, integrations.projects, async ({ actor }) => {
    const token = await connectedToken(actor, 'codehost');
    return fromProvider({ refused: 403, down: 503 }, codehost.projects(token));
  });

  bind(service, integrations.boards, async ({ actor }) => {
    const token = await connectedToken(actor, 'boardtool');
    return fromProvider({ refused: 403, down: 500 }, boardtool.boards(token));
  });
}
