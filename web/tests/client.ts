import assert from 'node:assert/strict';
import { routes } from '../../contract/routes.ts';
import type { LiveEvent } from '../../contract/subscribe.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import type { Person, TestService } from '../../server/src/testing/service.ts';
import { type CardKeeper, CardReader, type ReadCard } from '../sync/card-reader.ts';
import type { Keeper, OutboxListener } from '../sync/entry.ts';
import { Parts } from '../sync/finished-parts.ts';
import { Follower } from '../sync/follow.ts';
import type { BoardKeeper, KeptBoard } from '../sync/kept-board.ts';
import { type Mutation, newKey } from '../sync/mutation.ts';
import type { Spot } from '../sync/neighbours.ts';
import { Outbox } from '../sync/outbox.ts';
import { type Server, serverAt } from '../sync/server.ts';
import { SharedStreams } from '../sync/shared.ts';
import { Store } from '../sync/store.ts';
import { type Follow, streamOf } from '../sync/stream.ts';
import { turnBack } from '../sync/turn-back.ts';
import { UndoStack } from '../sync/undo.ts';
import { lies, lyingProxy } from './proxy.ts';

/* Pages without a browser, for tests of what they store and send. */

type Fate = 'ok' | 'never arrives' | 'reply is lost' | 'someone else answers' | 'reply is replaced';

/** A connection that fails on demand. */
export interface Line {
  /** The fate of the next requests; `ok` once there are no more entries. */
  fate: Fate[];
  streams: Set<AbortController>;
  /** The number of requests for a change. */
  asked: number;
  /** After this many of them, nothing arrives any more. */
  isDownAfter: number;
}

/** What a proxy is told to do with a request. */
const toldOf: Partial<Record<Fate, string>> = {
  'someone else answers': 'lie',
  'reply is replaced': 'lie after',
};
const fateHeader = 'x-fate';

/** A proxy that lies as `Line.fate` wants it to. */
export async function proxyFor(service: TestService): Promise<{ baseUrl: string }> {
  const proxy = await lyingProxy(service.address);
  let told = 0;
  proxy.decide = ({ headers }) => {
    const wanted = headers[fateHeader];
    return wanted === undefined
      ? undefined
      : { lie: nth(lies, told++ % lies.length), isPassedOn: wanted === 'lie after' };
  };
  return { baseUrl: `${proxy.address}/api/v1` };
}

function flaky(server: Server, line: Line): Server {
  return {
    async ask(operation, input, options) {
      if (operation.method === 'GET') return server.ask(operation, input, options);
      line.asked++;
      if (line.asked > line.isDownAfter) throw new TypeError('the line is down');
      const fate = line.fate.shift() ?? 'ok';
      if (fate === 'never arrives') throw new TypeError('the line is down');
      const answer = await server.ask(operation, input, {
        ...options,
        ...(toldOf[fate] && { headers: { [fateHeader]: toldOf[fate] } }),
      });
      if (fate === 'reply is lost') throw new TypeError('the line went down');
      return answer;
    },
    open(operation, input, signal) {
      const cut = new AbortController();
      line.streams.add(cut);
      return server.open(operation, input, AbortSignal.any([signal, cut.signal]));
    },
  };
}

/** Storage that outlives a page, as the browser's database does. */
function memory(): Keeper {
  const kept = new Map<string, Mutation>();
  return {
    load: async () => [...kept.values()],
    keep: async (mutation) => {
      kept.set(mutation.id, mutation);
      return true;
    },
    isKept: async (id) => kept.has(id),
    drop: async (id) => void kept.delete(id),
  };
}

/** A browser: what its tabs share. */
export class Browser {
  readonly line: Line = { fate: [], streams: new Set(), asked: 0, isDownAfter: Number.POSITIVE_INFINITY };
  readonly server: Server;
  readonly streams: SharedStreams;
  readonly mutations = memory();
  readonly boards = boardMemory();
  readonly cards = cardMemory();
  readonly #id = newKey();
  #tabs = 0;

  /** The channel of the tabs that have a board open. */
  channelOf(board: string): string {
    return `${this.#id} ${board}`;
  }

  constructor({ baseUrl }: { baseUrl: string }, person: Person) {
    this.server = flaky(serverAt(baseUrl, person.token), this.line);
    this.streams = new SharedStreams(streamOf(this.server), () => Date.now());
  }

  /** How a tab follows the stream: as if through a port to the shared worker. */
  stream: Follow = (subscription) =>
    new Promise((resolve, reject) => {
      const id = `tab ${++this.#tabs}`;
      const { workspacePublicId: workspaceId, boardPublicId: boardId = '', after = 0, signal } = subscription;
      signal.addEventListener('abort', () => {
        this.streams.hear({ type: 'leave', id }, () => undefined);
        resolve();
      });
      this.streams.hear({ type: 'follow', id, workspaceId, boardId, after }, (heard) => {
        if (signal.aborted) return;
        if (heard.type === 'event') subscription.onEvent(heard.event);
        if (heard.type === 'position') subscription.onPosition?.(heard.at);
        if (heard.type === 'reset') subscription.onReset(heard.position);
        if (heard.type === 'presence') subscription.onPresence?.(heard.viewing);
        if (heard.type === 'end') reject(Object.assign(new Error('refused'), { status: heard.status }));
      });
    });
}

function boardMemory(): BoardKeeper {
  let kept: KeptBoard | undefined;
  return {
    load: async () => structuredClone(kept),
    save: (read) => {
      kept = structuredClone(read());
    },
    drop: async () => {
      kept = undefined;
    },
    dropCard: async () => undefined,
  };
}

function cardMemory(): CardKeeper {
  let kept: ReadCard | undefined;
  return {
    load: async () => structuredClone(kept),
    save: (read) => {
      kept = structuredClone(read);
    },
    drop: async () => {
      kept = undefined;
    },
  };
}

/** A page without a browser: what `board/open.ts` creates, over a connection that fails. */
export class Client {
  readonly #browser: Browser;
  readonly refusals: string[] = [];
  readonly #board: string;
  readonly me: string;
  #card: string | undefined;
  store = new Store();
  parts = new Parts();
  outbox: Outbox;
  follower: Follower;
  steps: UndoStack;
  /** The card whose page is open. */
  reader: CardReader | undefined;
  readonly settled: { mutation: Mutation; position: number }[] = [];
  readonly refused: Mutation[] = [];
  position = 0;
  readonly heard: LiveEvent[] = [];
  /** Whether the stored changes have been loaded. */
  loaded = false;
  /** The number of changes shown on top of the server's state. */
  pending = 0;

  /** A tab of the given browser, or of one of its own. */
  constructor(service: { baseUrl: string }, person: Person, board: string, browser?: Browser) {
    this.#browser = browser ?? new Browser(service, person);
    this.me = person.id;
    this.#board = board;
    [this.outbox, this.follower, this.steps] = this.#open();
  }

  get line(): Line {
    return this.#browser.line;
  }

  /** Closes the page, with requests in flight, and opens it again. */
  reload(): void {
    this.close();
    this.store = new Store();
    this.parts = new Parts();
    [this.outbox, this.follower, this.steps] = this.#open();
  }

  /** Opens the page of a card over the board. */
  read(card: string): CardReader {
    const { store, parts } = this;
    const { server, cards: keeper } = this.#browser;
    this.reader = new CardReader({ server, keeper, store, parts }, card);
    this.#card = card;
    void this.reader.begin();
    return this.reader;
  }

  snapshot() {
    return this.#browser.server.ask(routes.boards.snapshot, { params: { boardPublicId: this.#board } });
  }

  cut(): void {
    for (const stream of this.line.streams) stream.abort();
    this.line.streams.clear();
  }

  close(): void {
    this.follower.stop();
    this.outbox.stop();
    this.reader?.end();
  }

  #open(): [Outbox, Follower, UndoStack] {
    const { store, parts } = this;
    const { server, stream, mutations, boards } = this.#browser;
    const listener: OutboxListener = {
      pending: (mutations) => {
        this.pending = mutations.length;
        store.setPending(mutations);
        parts.setPending(mutations);
      },
      refused: (mutation, { status }, withIt) => {
        steps.refused([mutation, ...withIt]);
        this.refused.push(mutation, ...withIt);
        this.refusals.push(`${mutation.operation.join('.')} ${status}`);
      },
      settled: (mutation, position, reply) => {
        steps.settled(mutation, position, reply);
        parts.settled(mutation, position);
        this.settled.push({ mutation, position });
      },
      signedOut: () => assert.fail('nobody signs out'),
    };
    const outbox = new Outbox(server, mutations, listener, this.#browser.channelOf(this.#board));
    const steps = new UndoStack(store, (mutation) => outbox.add(mutation), turnBack);
    const follower = new Follower({ server, stream, keeper: boards }, this.#board, store, {
      reached: (position) => {
        this.position = position;
        outbox.reached(position);
      },
      cardChanged: (id) => {
        if (this.#card !== undefined && (id === null || id === this.#card)) void this.reader?.readAgain();
      },
      heard: (event) => {
        this.heard.push(event);
        steps.heard(event, this.me);
      },
      viewed: () => undefined,
      signedOut: () => assert.fail('nobody signs out'),
      connected: () => {
        if (outbox.offline.peek()) outbox.retry();
      },
    });
    this.loaded = false;
    void outbox.open().then(() => {
      this.loaded = true;
    });
    return [outbox, follower, steps];
  }

  /** What the page shows: lists with their cards, in order. */
  shown() {
    return this.store.lists.peek().map((id) => ({
      list: this.store.get('list', id).peek()?.name,
      cards: this.store
        .cardsOf(id)
        .peek()
        .map((card) => this.store.get('card', card).peek()?.title),
    }));
  }
}

/** Waits until a condition is true. */
export async function until(isDone: () => boolean, what: () => string): Promise<void> {
  for (let tries = 0; !isDone(); tries++) {
    if (tries > 1200) assert.fail(what());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The place with the given index in a list, counted without `moved`. */
export function spotAt(store: Store, listId: string, index: number, moved: string): Spot {
  const ids = store
    .cardsOf(listId)
    .peek()
    .filter((each) => each !== moved);
  const at = Math.max(0, Math.min(index, ids.length));
  return { listId, after: ids[at - 1] ?? null, before: ids[at] ?? null };
}
