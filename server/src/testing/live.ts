import assert from 'node:assert/strict';
import { after, type test } from 'node:test';
import type { Static } from 'typebox';
import type { LivePosition } from '../../../contract/live.ts';
import type { LivePresence } from '../../../contract/presence.ts';
import type { LiveEvent } from '../../../contract/subscribe.ts';
import { Hub } from '../realtime/hub.ts';
import { until } from './files.ts';
import type { Person, TestService } from './service.ts';

/* Reads a raw event stream, without the client that reconnects. */

export interface Listening {
  readonly status: number;
  readonly events: LiveEvent[];
  /** Named events: `position` and `reset`. */
  readonly named: { event: string; id: number; data: Static<typeof LivePosition> }[];
  /** Presence messages: who is viewing which boards. */
  readonly presences: Static<typeof LivePresence>[];
  /** The raw text received. */
  readonly text: () => string;
  readonly isEnded: () => boolean;
  /** Waits until everything up to a position has been received. */
  reached(position: number): Promise<void>;
  end(): void;
}

interface StreamQuery {
  boardPublicId?: string;
  filter?: string;
  after?: number;
  lastEventId?: string;
}

/** Subscribes to a workspace, by default from now on; the stream has begun when this resolves. */
export async function listen(
  service: Pick<TestService, 'baseUrl'>,
  person: Pick<Person, 'token'>,
  workspace: string,
  { boardPublicId, filter, after: from, lastEventId }: StreamQuery = {},
): Promise<Listening> {
  const query = new URLSearchParams();
  if (boardPublicId) query.set('boardPublicId', boardPublicId);
  if (filter !== undefined) query.set('filter', filter);
  if (from !== undefined) query.set('after', String(from));
  const ending = new AbortController();
  const response = await fetch(`${service.baseUrl}/workspaces/${workspace}/events?${query.toString()}`, {
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: ending.signal,
  });
  const events: LiveEvent[] = [];
  const named: Listening['named'] = [];
  const presences: Listening['presences'] = [];
  let text = '';
  let ended = false;
  const take = (block: string) => {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
    );
    if (fields.data === undefined) return;
    const data = JSON.parse(fields.data);
    if (fields.event === 'presence') presences.push(data);
    else if (fields.event) named.push({ event: fields.event, id: Number(fields.id), data });
    else events.push(data);
  };
  const read = async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const piece = decoder.decode(chunk, { stream: true });
      text += piece;
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(take);
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  const end = () => ending.abort();
  after(end);
  // A guarantee for all streams, so every subscriber in a test checks it.
  after(() => {
    const positions = events.map(({ position }) => position);
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b),
    );
  });
  if (response.ok) await until(() => named.length > 0 || ended);
  return {
    status: response.status,
    events,
    named,
    presences,
    text: () => text,
    isEnded: () => ended,
    reached: (position) => until(() => (named.at(-1)?.id ?? -1) >= position),
    end,
  };
}

/** Counts the requests that have begun to follow a workspace. */
export function waiters(t: { mock: typeof test.mock }) {
  const join = t.mock.method(Hub.prototype, 'join');
  return (count: number) => until(() => join.mock.callCount() >= count);
}
