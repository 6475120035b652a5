import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { ApiError } from '../../contract/client.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { dateOf } from './day-or-time.ts';
import { alone, unread } from './description.ts';
import type { Parts } from './finished-parts.ts';
import { mayPass, type Server } from './server.ts';
import type { Store } from './store.ts';
import { type WholeCard, withParts } from './with-parts.ts';

/*
 * Everything there is to show of a card: the stored copy first, then the server's version, read again whenever
 * something on the card changes; and on top the user's changes that it does not include yet.
 */

type Reply = ReplyOf<typeof routes.cards.get>;

export type Activity = ReplyOf<typeof routes.activities.list>['activities'][number];

/** The comments and history of a card, newest first. */
export interface Feed {
  activities: readonly Activity[];
  cursor: string | null;
}

export interface ReadCard {
  card: WholeCard;
  etag: string;
  feed: Feed;
}

/** Stores a card beyond the lifetime of the page. */
export interface CardKeeper {
  load(): Promise<ReadCard | undefined>;
  save(read: ReadCard): void;
  drop(): Promise<void>;
}

/** The sources of a card. */
export interface CardSources {
  server: Server;
  keeper: CardKeeper;
  store: Store;
  parts: Parts;
}

/** Feed entries per request. */
const page = 50;

/** Milliseconds before the next attempt to read a card, by the number of failures so far. */
const pauses = [1000, 2000, 5000, 10_000, 30_000];

const include: 'work'[] = ['work'];

const nothing: Feed = { activities: [], cursor: null };

export class CardReader {
  readonly #sources: CardSources;
  readonly #id: string;
  readonly #base = signal<Omit<ReadCard, 'feed'> | undefined>(undefined);
  readonly #feed = signal<Feed>(nothing);
  readonly #gone = signal(false);
  readonly #away = signal(false);
  readonly #card: ReadonlySignal<WholeCard | undefined>;
  #pages = 1;
  #failed = 0;
  #reading: { again: boolean } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  constructor(sources: CardSources, id: string) {
    this.#sources = sources;
    this.#id = id;
    this.#card = computed(() => {
      const { parts } = sources;
      const base = this.#base.value?.card ?? (this.#away.value ? this.#ofTile() : undefined);
      return base && withParts(base, parts.of(id).value);
    });
  }

  /** The card as shown; undefined while nothing is known of it. */
  get card(): ReadonlySignal<WholeCard | undefined> {
    return this.#card;
  }

  /** Whether its texts and lists were read, now or earlier; if not, only the user's own changes to them are shown. */
  get isRead(): boolean {
    return this.#base.value !== undefined;
  }

  /**
   * The `ETag` of the description that is shown. One that was written here and may yet be refused has none: with the tag
   * of the server's text, what replaces it would replace a text that nobody has seen here.
   */
  get etag(): string {
    const base = this.#base.value;
    return base && base.card.description === this.#card.value?.description ? base.etag : unread;
  }

  get feed(): ReadonlySignal<Feed> {
    return this.#feed;
  }

  /** Whether the card was deleted or is no longer visible to the user. */
  get isGone(): ReadonlySignal<boolean> {
    return this.#gone;
  }

  /** Starts from the stored copy and reads the current one. Throws if the server refuses. */
  async begin(): Promise<void> {
    const kept = await this.#sources.keeper.load();
    if (kept && !this.#base.peek()) {
      batch(() => {
        this.#base.value = { card: kept.card, etag: kept.etag };
        this.#feed.value = kept.feed;
      });
    }
    await this.readAgain();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  async readAgain(): Promise<void> {
    // A change during a read may not be part of it.
    if (this.#reading) {
      this.#reading.again = true;
      return;
    }
    clearTimeout(this.#timer);
    const now = { again: true };
    this.#reading = now;
    try {
      while (now.again && !this.#isEnded) {
        now.again = false;
        await this.#read();
      }
      this.#failed = 0;
      this.#away.value = false;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#reading = undefined;
    }
  }

  /** Reads the next page of the feed. */
  async more(): Promise<void> {
    const { activities, cursor } = this.#feed.peek();
    if (cursor === null) return;
    const next = await this.#ask(cursor);
    this.#pages++;
    this.#feed.value = { activities: [...activities, ...next.activities], cursor: next.cursor };
  }

  /** Reads further pages until a comment is found or the feed ends. */
  async find(commentId: string): Promise<void> {
    const isThere = () => this.#feed.peek().activities.some(({ comment }) => comment?.publicId === commentId);
    while (!isThere() && this.#feed.peek().cursor !== null && !this.#isEnded) await this.more();
  }

  async #read(): Promise<void> {
    const { server, store, parts, keeper } = this.#sources;
    const id = this.#id;
    if (!store.isKnown('card', id) && store.peek('card', id)) {
      // It was created here, and the server does not know it yet.
      const card = this.#ofTile();
      if (card) this.#base.value = { card, etag: unread };
      return;
    }
    const {
      reply,
      etag = unread,
      position = 0,
    } = await server.ask(routes.cards.get, { params: { cardPublicId: id }, query: { ...alone, include } });
    const card = contentOf(reply);
    batch(() => {
      this.#base.value = { card, etag };
      parts.hasRead(id, 'card', position);
    });
    const feed = await this.#readFeed();
    batch(() => {
      this.#feed.value = feed;
      parts.hasRead(id, 'feed', position);
    });
    keeper.save({ card, etag, feed });
  }

  async #readFeed(): Promise<Feed> {
    let feed = await this.#ask();
    for (let at = 1; at < this.#pages && feed.cursor !== null; at++) {
      const next: Feed = await this.#ask(feed.cursor);
      feed = { activities: [...feed.activities, ...next.activities], cursor: next.cursor };
    }
    return feed;
  }

  async #ask(cursor?: string): Promise<Feed> {
    const query = {
      limit: page,
      include: ['apiKey', 'work', 'reactions'] as ('apiKey' | 'work' | 'reactions')[],
      ...(cursor ? { cursor } : {}),
    };
    const params = { cardPublicId: this.#id };
    const { reply } = await this.#sources.server.ask(routes.activities.list, { params, query });
    return { activities: reply.activities, cursor: reply.nextCursor };
  }

  #fail(error: unknown): void {
    if (!mayPass(error)) {
      const { status } = error as ApiError;
      if (status !== 403 && status !== 404) throw error;
      this.#gone.value = true;
      void this.#sources.keeper.drop();
      return;
    }
    this.#away.value = true;
    if (this.#isEnded) return;
    const pause = pauses[Math.min(this.#failed++, pauses.length - 1)] ?? 0;
    this.#timer = setTimeout(() => void this.readAgain().catch(() => undefined), pause);
  }

  /** A card made from its tile, if nothing else is known. */
  #ofTile(): WholeCard | undefined {
    const tile = this.#sources.store.peek('card', this.#id);
    if (!tile) return undefined;
    const { title, cardNumber, listPublicId } = tile;
    return {
      title,
      cardNumber,
      cardPrefix: '',
      listPublicId,
      description: null,
      checklists: [],
      attachments: [],
    };
  }
}

const contentOf = ({
  title,
  cardNumber,
  description,
  checklists,
  attachments,
  list,
  work,
}: Reply): WholeCard => ({
  title,
  cardNumber,
  description,
  completedBy: work?.completedBy ?? null,
  checklists: checklists.map((each) => ({
    ...each,
    items: each.items.map(({ due, ...item }) => ({ ...item, dueDate: dateOf(due) })),
  })),
  attachments,
  listPublicId: list.publicId,
  boardPublicId: list.board.publicId,
  workspacePublicId: list.board.workspace.publicId,
  cardPrefix: list.board.workspace.cardPrefix,
});
