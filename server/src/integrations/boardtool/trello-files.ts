import { OutgoingError } from '../../base/outgoing/error.ts';
import type { OutgoingStream } from '../../base/outgoing/exchange.ts';
import type { Outgoing } from '../../base/outgoing/outgoing.ts';
import { type FetchedFile, type GivenFile, NoAnswer, NotThere, TokenRefused } from '../provider.ts';
import type { Retry } from './retries.ts';
import { refusalOf } from './trello-get.ts';

interface Access {
  apiUrl: string;
  /** Credentials. They are sent to Trello only, never to the target of a redirect. */
  headers: Record<string, string>;
  signal: AbortSignal;
  again: Retry;
}

/** Max milliseconds for a whole file. */
const timeout = 10 * 60_000;

/** Max redirects: from Trello to its file store, and a few more. */
const maxHops = 3;

/** Characters of an error reply that are read to find its reason. */
const shown = 1000;

/** Fetches files that were uploaded to Trello, which redirects permitted requests to its file store. */
export const fileFetcher =
  (outgoing: Outgoing, access: Access) =>
  ({ cardId, id, name }: GivenFile): Promise<FetchedFile> => {
    // A name of dots only would change the path: it would address the metadata of the file.
    const last = /^\.*$/.test(name) ? 'file' : name;
    const path = ['cards', cardId, 'attachments', id, 'download', last].map(encodeURIComponent);
    return access.again(() => followed(outgoing, access, `${access.apiUrl}/1/${path.join('/')}`, 0));
  };

async function followed(outgoing: Outgoing, access: Access, url: string, hops: number): Promise<FetchedFile> {
  if (hops > maxHops) return { lost: 'refused' };
  const isOwn = new URL(url).origin === new URL(access.apiUrl).origin;
  const answer = await opened(outgoing, access, url, isOwn);
  if (!answer) return { lost: 'refused' };
  const { status, headers, close } = answer;
  if (status === 200) return { content: readOf(answer), contentType: headers['content-type'] };
  const { location = '' } = headers;
  if (status >= 300 && status <= 399 && URL.canParse(location, url)) {
    close();
    return followed(outgoing, access, new URL(location, url).href, hops + 1);
  }
  await requireFinal(answer, isOwn);
  return { lost: status === 404 || status === 410 ? 'gone' : 'refused' };
}

/** Undefined for a redirect to an address that is not allowed. */
async function opened(
  outgoing: Outgoing,
  { apiUrl, headers, signal }: Access,
  url: string,
  isOwn: boolean,
): Promise<OutgoingStream | undefined> {
  const own = isOwn ? { base: apiUrl, headers: { 'user-agent': 'taskboard', ...headers } } : {};
  try {
    return await outgoing.stream({ url, timeoutMs: timeout, signal, ...own });
  } catch (cause) {
    if (cause instanceof OutgoingError && cause.problem === 'blocked address') return undefined;
    throw new NoAnswer('Trello does not answer', { cause });
  }
}

async function* readOf({ body, close }: OutgoingStream): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new NoAnswer('Trello sent only part of a file', { cause });
  } finally {
    close();
  }
}

/** Throws if the token was refused, or if a retry may succeed. */
async function requireFinal(answer: OutgoingStream, isOwn: boolean): Promise<void> {
  const { status, headers } = answer;
  const meant = isOwn ? refusalOf(status, await beginningOf(answer)) : undefined;
  answer.close();
  if (status === 429 || status >= 500) {
    const retryAfter = Number(headers['retry-after']);
    throw new NoAnswer(`Trello answered with status ${status}`, retryAfter > 0 ? { retryAfter } : {});
  }
  if (meant && !(meant instanceof NotThere)) throw meant;
  if (isOwn && status === 401 && !meant) throw new TokenRefused('Trello does not accept the token');
}

async function beginningOf({ body }: OutgoingStream): Promise<string> {
  let text = '';
  try {
    for await (const chunk of body) {
      text += Buffer.from(chunk).toString();
      if (text.length > shown) break;
    }
  } catch {
    // The status is enough.
  }
  return text;
}
