import type { ServerResponse } from 'node:http';
import { type Answer, type Received, receiver } from './receiver.ts';
import { type GivenBoard, resourceOf } from './trello-board.ts';

/* A fake of Trello's published REST API on loopback, with boards that a test provides in Trello's export format. */

type Stored = [content: string | Buffer, contentType: string] | Answer;

export interface Trello {
  /** The value for `BOARDTOOL_API_URL`. */
  readonly url: string;
  /** The file store to which it redirects authorised downloads. */
  readonly store: { readonly url: string; readonly received: readonly Received[] };
  /** The value for `BOARDTOOL_API_KEY`. */
  readonly key: string;
  /** Tokens that are accepted, with the name of their account. */
  readonly tokens: Map<string, string>;
  /** The boards of every account. */
  readonly boards: GivenBoard[];
  /** Boards that exist, but that no token may read. */
  readonly hidden: Set<string>;
  /** Content and type of uploaded files, or the store's answer, by attachment id. */
  readonly files: Map<string, Stored>;
  /** The requested addresses, without their host. */
  readonly asked: string[];
  /** Errors in requests; tests check that there are none. */
  readonly mistakes: string[];
  /** Answers for the next requests; undefined lets the server answer one. */
  readonly instead: (Answer | undefined)[];
  /** The same for the next requests whose addresses match. */
  at(address: RegExp, ...answers: (Answer | undefined)[]): void;
}

export async function fakeTrello(): Promise<Trello> {
  const stated: { address: RegExp; answers: (Answer | undefined)[] }[] = [];
  const state = {
    key: 'the-key-of-the-operator',
    tokens: new Map([['good-token', 'ada7']]),
    boards: [] as GivenBoard[],
    hidden: new Set<string>(),
    files: new Map<string, Stored>(),
    asked: [] as string[],
    mistakes: [] as string[],
    instead: [] as (Answer | undefined)[],
    at: (address: RegExp, ...answers: (Answer | undefined)[]) => void stated.push({ address, answers }),
  };
  const store = await receiver((response, request) => {
    const stored = state.files.get(request.url.slice(1));
    if (typeof stored === 'function') return stored(response, request);
    const [content, type] = stored ?? [];
    if (content === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(content) });
    response.end(content);
  });
  const { url } = await receiver((response, request) => {
    state.asked.push(request.url);
    const meant = stated.find(({ address, answers }) => answers.length > 0 && address.test(request.url));
    const instead = state.instead.shift() ?? meant?.answers.shift();
    if (instead) return instead(response, request);
    answer({ ...state, store }, response, request);
  });
  return { url, store, ...state };
}

/** An answer with this status in Trello's form: errors are plain text, or JSON with an `error`. */
export const status =
  (code: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);

/** An answer whose connection breaks after the given content. */
export const cut =
  (content = '', length = 1000): Answer =>
  (response) => {
    response.writeHead(200, { 'content-length': length });
    response.write(content, () => setTimeout(() => response.destroy(), 20));
  };

export const tooManyRequests = (headers: Record<string, string> = {}): Answer =>
  status(429, JSON.stringify({ error: 'API_TOKEN_LIMIT_EXCEEDED', message: 'Rate limit exceeded' }), headers);

function answer(trello: Omit<Trello, 'url'>, response: ServerResponse, request: Received): void {
  const refuse = (code: number, text: string) => void response.writeHead(code).end(text);
  const given = Object.fromEntries(
    [...String(request.headers.authorization).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value = '']) => [
      name,
      decodeURIComponent(value),
    ]),
  );
  const username = trello.tokens.get(given.oauth_token ?? '');
  if (given.oauth_consumer_key !== trello.key) return refuse(401, 'invalid key');
  if (username === undefined) return refuse(401, 'invalid token');
  const address = new URL(request.url, 'http://trello');
  const [, file] = /^\/1\/cards\/\w+\/attachments\/(\w+)\/download\/.+$/.exec(address.pathname) ?? [];
  if (file !== undefined) {
    if (!trello.files.has(file)) return refuse(404, 'The requested resource was not found.');
    return void response.writeHead(302, { location: `${trello.store.url}/${file}` }).end();
  }
  const found = resourceOf(trello, username, address);
  if ('refusal' in found) return refuse(...found.refusal);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(found.json));
}
