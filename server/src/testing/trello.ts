import { type Answer, receiver } from './receiver.ts';

/* Trello as its REST is published: two of its resources on loopback. */

export interface Trello {
  /** What `BOARDTOOL_API_URL` is set to. */
  readonly url: string;
  /** What `BOARDTOOL_API_KEY` is set to. */
  readonly key: string;
  /** Tokens that are accepted, with the name of their account. */
  readonly tokens: Map<string, string>;
  readonly boards: { id: string; name: string; closed: boolean }[];
  /** Answer the next requests in place of the server; undefined leaves one to it. */
  readonly instead: (Answer | undefined)[];
}

export async function fakeTrello(): Promise<Trello> {
  const trello = {
    key: 'the-key-of-the-operator',
    tokens: new Map([['good-token', 'ada7']]),
    boards: [] as Trello['boards'],
    instead: [] as (Answer | undefined)[],
  };
  const { url } = await receiver((response, request) => {
    const instead = trello.instead.shift();
    if (instead) return instead(response, request);
    const { pathname, searchParams } = new URL(request.url, 'http://trello');
    const given = Object.fromEntries(
      [...String(request.headers.authorization).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value = '']) => [
        name,
        decodeURIComponent(value),
      ]),
    );
    const username = trello.tokens.get(given.oauth_token ?? '');
    // Its refusals are plain text.
    if (given.oauth_consumer_key !== trello.key) return void response.writeHead(401).end('invalid key');
    if (username === undefined) return void response.writeHead(401).end('invalid token');
    const resources: Record<string, unknown> = {
      '/1/members/me': { id: '5bd0f0c0a8f0f00000000001', username },
      '/1/members/me/boards': trello.boards
        .filter(({ closed }) => !closed || searchParams.get('filter') !== 'open')
        .map(({ id, name }) => ({ id, name })),
    };
    if (!(pathname in resources)) return void response.writeHead(404).end('Cannot GET');
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(resources[pathname]));
  });
  return { url, ...trello };
}
