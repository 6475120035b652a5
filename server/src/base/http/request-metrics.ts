import type { FastifyInstance } from 'fastify';
import { Histogram, type Metric } from '../metrics/metrics.ts';

/** Histogram buckets; seconds. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The replies of one route. */
class RouteReplies {
  readonly byStatus = new Map<number, number>();
  readonly durations = new Histogram(durations);

  count(status: number, milliseconds: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.durations.observe(milliseconds / 1e3);
  }
}

/**
 * Counts the replies of every route that is registered from here on. Each route's hook holds its own counters, so a
 * request needs no look-up.
 */
export function countReplies(http: FastifyInstance): () => Metric[] {
  const routes = new Map<string, RouteReplies>();
  const nowhere = new RouteReplies();
  http.addHook('onRoute', (route) => {
    const replies = new RouteReplies();
    routes.set(`${String(route.method)} ${route.url}`, replies);
    const given = route.onResponse ?? [];
    route.onResponse = [
      ...(Array.isArray(given) ? given : [given]),
      (_request, reply, done) => {
        // Unknown addresses count as one route, even if a wildcard route serves pages.
        const isNowhere = route.url === '/*' && reply.statusCode === 404;
        (isNowhere ? nowhere : replies).count(reply.statusCode, reply.elapsedTime);
        done();
      },
    ];
  });
  http.addHook('onResponse', (request, reply, done) => {
    if (request.is404) nowhere.count(reply.statusCode, reply.elapsedTime);
    done();
  });
  return () => {
    // Unknown addresses are one route, because callers can make up any number of them.
    const counted = [...routes, ['', nowhere] as const].filter(([, { byStatus }]) => byStatus.size > 0);
    const labelled = counted.map(([name, replies]) => {
      const [method = '', route = ''] = name.split(' ');
      return { labels: { method, route }, replies };
    });
    return [
      {
        name: 'http_requests_total',
        help: 'Requests answered',
        type: 'counter',
        samples: labelled.flatMap(({ labels, replies }) =>
          [...replies.byStatus].map(([status, value]) => ({
            labels: { ...labels, status: String(status) },
            value,
          })),
        ),
      },
      {
        name: 'http_request_duration_seconds',
        help: 'Time from the arrival of a request to the end of its reply',
        type: 'histogram',
        samples: labelled.flatMap(({ labels, replies }) => replies.durations.samples(labels)),
      },
    ];
  };
}
