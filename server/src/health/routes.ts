import { health } from '../../../contract/health.ts';
import { issue } from '../../../contract/issues.ts';
import { isoMillis } from '../base/clock.ts';
import { version } from '../base/config/version.ts';
import { Failure, Forbidden } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { textOf, textType } from '../base/metrics/metrics.ts';
import type { Service } from '../base/service.ts';
import { checksOf } from './checks.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { securityTxtRoute } from './security-txt.ts';

/** Health checks and metrics for operators and their tools. */
export function healthRoutes(service: Service): void {
  const { http, stopping, metrics, config } = service;
  const checks = checksOf(service);
  securityTxtRoute(service);

  bind(service, health.get, async () => {
    const [database, writes, storage, dataDir] = await Promise.all([
      checks.database(),
      checks.writes(),
      checks.storage(),
      checks.dataDir(),
    ]);
    if (!database) throw new Failure(503, [issue('database-silent')]);
    const stores = storage && !dataDir ? ('ok' as const) : ('unavailable' as const);
    const status = writes && stores === 'ok' ? ('ok' as const) : ('degraded' as const);
    return { status, database: 'ok' as const, storage: stores, version };
  });

  // Liveness: the process needs no restart as long as it answers.
  http.get('/livez', async () => 'ok\n');

  // Readiness: whether to send requests here. Remote file storage does not count: other nodes could not reach it either.
  http.get('/readyz', async (_request, reply) => {
    const reason = await whyNotReady();
    return reply.code(reason ? 503 : 200).send(`${reason ?? 'ok'}\n`);
  });

  const whyNotReady = async (): Promise<string | undefined> => {
    if (stopping.aborted) return 'the service is stopping';
    const [database, writable, dataDir] = await Promise.all([
      checks.database(),
      checks.writes(),
      checks.dataDir(),
    ]);
    if (!database) return 'the database does not answer';
    const fail = writable ? undefined : service.writes.failing();
    if (fail) return `writes to the database have failed since ${isoMillis(fail.since)}`;
    if (dataDir === 'full') return 'the disk of the data folder is full';
    return dataDir && `the data folder is ${dataDir}`;
  };

  http.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.raw, config.metricsToken)) {
      throw new Forbidden('metrics-closed');
    }
    reply.type(textType);
    return textOf(metrics());
  });
}
