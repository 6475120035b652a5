import type { Static } from 'typebox';
import type { LivePosition, live } from './live.ts';
import type { ReplyOf } from './operation.ts';
import type { LivePresence } from './presence.ts';

/* Follows a workspace, in browsers and in Node. If the connection is lost, reconnects and resumes from the last position. */

export type LiveEvent = ReplyOf<typeof live.events>;

/** Who is viewing which boards. */
export type Viewing = Static<typeof LivePresence>;

export interface Subscription {
  workspacePublicId: string;
  /** Only events of this board and of the workspace itself. */
  boardPublicId?: string;
  /** The `Change-Position` of the data already read; without it, only new events are sent. */
  after?: number;
  onEvent: (event: LiveEvent) => void;
  /** All events up to this position have been delivered. `boardPublicIds` are all visible boards; any other is gone. */
  onPosition?: (at: Static<typeof LivePosition>) => void;
  /** Who is viewing which boards; if `isComplete`, nobody views any other. Called with no viewers if the stream stays lost. */
  onPresence?: (viewing: Viewing) => void;
  /** The events up to this position are not available: reload everything. */
  onReset: (position: number) => void;
  /** Ends the subscription. */
  signal: AbortSignal;
}

/** Opens the stream; throws `Refusal` if retrying is useless. */
export type Open = (
  query: { boardPublicId?: string; after?: number },
  signal: AbortSignal,
) => Promise<Pick<Response, 'body'>>;

/** Milliseconds of silence after which a connection is considered lost: three missed heartbeats. */
const silence = 45_000;
const longestPause = 30_000;
/** Milliseconds after which viewers are forgotten if the connection is lost; same as in `presence.ts`. */
const presenceLasts = 45_000;
/** Maximum wait that a `Retry-After` header can ask for. */
const longestWait = 10 * 60_000;

/** Follows until `signal` is aborted. Throws the cause of a `Refusal`, and any error that a callback throws. */
export async function follow(
  { boardPublicId, onEvent, onPosition, onPresence, onReset, signal, ...given }: Subscription,
  open: Open,
): Promise<void> {
  let after = given.after;
  let retry = 300;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(forgetting));
  for (let failed = 0; !signal.aborted; failed++) {
    let wait = 0;
    const lost = new AbortController();
    const either = AbortSignal.any([signal, lost.signal]);
    try {
      const query = {
        ...(boardPublicId ? { boardPublicId } : {}),
        ...(after === undefined ? {} : { after }),
      };
      const response = await open(query, either);
      for await (const { event, id, data, retry: told } of eventsOf(response, () => lost.abort())) {
        if (told !== undefined) retry = told;
        if (signal.aborted) return;
        if (data === '') continue;
        failed = 0;
        const said = JSON.parse(data);
        if (event === 'presence') {
          clearTimeout(forgetting);
          forgetting = undefined;
        }
        callBack(() => {
          if (event === 'message') onEvent(said);
          if (event === 'position') onPosition?.(said);
          if (event === 'presence') onPresence?.(said);
          if (event === 'reset') onReset(said.position);
        });
        if (id !== undefined) after = Number(id);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal) {
        clearTimeout(forgetting);
        throw error.cause;
      }
      wait = retryAfterOf(error);
    }
    if (signal.aborted) return;
    forgetting ??= setTimeout(() => onPresence?.({ isComplete: true, boards: [] }), presenceLasts);
    const backoff = Math.min(longestPause, retry * 2 ** Math.min(failed, 10));
    await pause(Math.max(wait, backoff * (0.5 + random() / 2)), signal);
  }
}

/** A callback that throws would throw again after a reconnect, so its error is not retried. */
function callBack(callback: () => void): void {
  try {
    callback();
  } catch (cause) {
    throw new Refusal('', { cause });
  }
}

/** The wait in milliseconds that an error reply asks for in `Retry-After`, as seconds or as a date. */
function retryAfterOf(error: unknown): number {
  const headers = error instanceof Error && 'headers' in error ? error.headers : undefined;
  const header = headers instanceof Headers ? headers.get('retry-after') : null;
  if (header === null) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Math.min(wait || 0, longestWait);
}

/** An error that retrying cannot resolve. */
export class Refusal extends Error {}

interface Sent {
  event: string;
  id: string | undefined;
  data: string;
  retry: number | undefined;
}

/** The events of a reply; calls `lose` if nothing arrives for too long. */
async function* eventsOf(response: Pick<Response, 'body'>, lose: () => void): AsyncGenerator<Sent, void> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let timer = setTimeout(lose, silence);
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(lose, silence);
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield eventIn(block);
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
}

function eventIn(block: string): Sent {
  const sent: Sent = { event: 'message', id: undefined, data: '', retry: undefined };
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') sent.event = value;
    if (field === 'id') sent.id = value;
    if (field === 'data') sent.data = value;
    if (field === 'retry') sent.retry = Number(value);
  }
  return sent;
}

const random = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/** Waits, or returns early if `signal` is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
