import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { boards } from '../../../../contract/boards.ts';
import { version } from '../../base/config/version.ts';
import { NotFound } from '../../base/errors.ts';
import { isUnchanged, tagOf } from '../../base/http/etag.ts';
import { inLanguage } from '../../base/http/language.ts';
import { turnsOn } from '../../base/http/turns.ts';
import { languageFor } from '../../base/mail/compose.ts';
import { PictureProcess } from '../../base/pictures/process.ts';
import type { Service } from '../../base/service.ts';
import {
  type Address,
  type PublicBoardRow,
  presentAddress,
  publicBoard,
} from '../../reading/public-board.ts';
import { boardBody, boardDescription, listBody } from './board-page.ts';
import { cardBody, cardDescription, nothingBody } from './card-page.ts';
import { type Assets, documentOf, type Frame, policyOf } from './document.ts';
import { drawingOf } from './drawing.ts';
import { type Coloured, coloursOf } from './parts.ts';
import { BoardPictures } from './pictures.ts';
import { readCard, readLists, type ShownList, wholeBoard } from './read.ts';
import { type Spoken, spokenIn } from './texts.ts';

/*
 * The pages on which anyone reads a public board: made here, so that they are read without a script, and previews of links know
 * what they are about. They show what the API shows to callers who are not signed in, have the same limits, and are not
 * made for a reader who has the newest version.
 */

interface Place {
  Params: Address & { listPublicId: string; cardPublicId: string };
  Querystring: { after?: string | string[] };
}
type Asked = FastifyRequest<Place>;

/** A page of a public board, without what all of them have. */
type Made = Pick<Frame, 'title' | 'description' | 'body'> & Coloured;

/** Max cards on the page of one list. */
const cardsOfList = 200;

export function publicBoardRoutes(service: Service, assets: () => Assets | undefined): void {
  const { db, clock, http, limits, stopping } = service;
  const sources = { db, turns: turnsOn(db.engine) };
  const drawer = new PictureProcess({ most: 30_000, idle: 10_000 }, 'drawing-child.ts');
  stopping.addEventListener('abort', () => drawer.close());
  const pictures = new BoardPictures(drawer);

  /** Reads with the limit that reading a whole board has. */
  const admitted = <T>(work: () => Promise<T>) => limits.ofWork(boards.getPublic, work);

  /** Counts the request as one of the caller's address. */
  const bind = (path: string, answer: (request: Asked, reply: FastifyReply) => Promise<unknown>) =>
    http.get<Place>(path, {
      onRequest: (request, reply) => limits.ofAddress(request, reply),
      handler: (request, reply) => {
        const answered = () => answer(request, reply);
        return request.turn?.during(answered) ?? answered();
      },
    });

  /** The board at the address; otherwise the reply is sent: a redirect to its present address, or that there is none. */
  const boardAt = async (request: Asked, reply: FastifyReply): Promise<PublicBoardRow | undefined> => {
    const { workspaceSlug, boardSlug } = request.params;
    const address = { workspaceSlug, boardSlug, type: 'regular' };
    const board = await db.first(publicBoard, address);
    if (board) return board;
    const present = await db.first(presentAddress, { ...address, now: clock.now() });
    if (present) {
      const rest = /^\/p\/[^/?]*\/[^/?]*(.*)$/.exec(request.url)?.[1] ?? '';
      await reply.redirect(`${pathOf(present)}${rest}`, 308);
    } else sendNothing(request, reply, assets());
    return undefined;
  };

  const send = async (
    request: Asked,
    reply: FastifyReply,
    board: PublicBoardRow,
    make: (t: Spoken) => Promise<Made | undefined>,
  ): Promise<unknown> => {
    const files = assets();
    const picture = pictures.isPossible
      ? `${service.publicUrl}${pathOf(request.params)}/preview.png?v=${markOf(board)}`
      : null;
    const texts = textsFor(request, reply);
    const etag = tagOf(version, 'page', texts.language, request.url, board.versions, files, picture);
    if (board.isIndexed !== 1) reply.header('x-robots-tag', 'noindex');
    // The policy that the reader has names the style of the page, which is not made here.
    if (isUnchanged(request, reply, etag))
      return reply.removeHeader('content-security-policy').code(304).send();
    const made = await admitted(() => make(texts));
    if (!made) return sendNothing(request, reply.removeHeader('etag'), files);
    const rules = coloursOf(board, made);
    const { pathname } = new URL(request.url, 'http://localhost');
    const address = `${service.publicUrl}${pathname}`;
    const around = { address, picture, isIndexed: board.isIndexed === 1, rules, assets: files, texts };
    return reply.headers(headersFor(rules)).send(documentOf({ ...made, ...around }).text);
  };

  bind('/p/:workspaceSlug/:boardSlug', async (request, reply) => {
    const board = await boardAt(request, reply);
    if (!board) return reply;
    return send(request, reply, board, async (t) => {
      const lists = await readLists(sources, placeOf(board), wholeBoard);
      return {
        title: board.name,
        description: boardDescription(board, lists),
        ...colouredIn(lists),
        body: boardBody(board, lists, pathOf(request.params), t),
      };
    });
  });

  bind('/p/:workspaceSlug/:boardSlug/lists/:listPublicId', async (request, reply) => {
    const board = await boardAt(request, reply);
    if (!board) return reply;
    return send(request, reply, board, async (t) => {
      const { listPublicId: listId } = request.params;
      const after = keyIn(request.query.after);
      const [list] = await readLists(sources, placeOf(board), { listId, after, most: cardsOfList });
      return (
        list && {
          title: `${list.name} · ${board.name}`,
          description: boardDescription(board, [list]),
          ...colouredIn([list]),
          body: listBody(board, list, pathOf(request.params), t),
        }
      );
    });
  });

  bind('/p/:workspaceSlug/:boardSlug/:cardPublicId', async (request, reply) => {
    const board = await boardAt(request, reply);
    if (!board) return reply;
    return send(request, reply, board, async (t) => {
      const card = await readCard(sources, placeOf(board), request.params.cardPublicId);
      return (
        card && {
          title: `${card.title.slice(0, 300).toWellFormed()} · ${board.name}`,
          description: cardDescription(board, card),
          labels: card.labels,
          body: cardBody(board, card, pathOf(request.params), t),
        }
      );
    });
  });

  bind('/p/:workspaceSlug/:boardSlug/preview.png', async (request, reply) => {
    const board = await boardAt(request, reply);
    if (!board) return reply;
    const mark = markOf(board);
    if (isUnchanged(request, reply, `"${mark}"`)) return reply.code(304).send();
    const read = () => readLists(sources, placeOf(board), { ...wholeBoard, most: 4 });
    const picture = await pictures.of(mark, async () => drawingOf(board, await admitted(read)));
    if (!picture) throw new NotFound();
    // Other sites show it, and may fetch it from a page.
    return reply.header('cross-origin-resource-policy', 'cross-origin').type('image/png').send(picture);
  });
}

const pathOf = ({ workspaceSlug, boardSlug }: Address): string =>
  `/p/${encodeURIComponent(workspaceSlug)}/${encodeURIComponent(boardSlug)}`;

const placeOf = ({ workspaceId, id }: PublicBoardRow) => ({ workspaceId, boardId: id });

/** An order key; before all cards if it is none. */
const keyIn = (after: unknown): string =>
  typeof after === 'string' && /^[0-9A-Za-z]{1,200}$/.test(after) ? after : '';

/** Differs whenever the picture of a board may. */
const markOf = ({ id, versions }: PublicBoardRow): string =>
  createHash('sha256')
    .update(JSON.stringify([version, id, versions]))
    .digest('base64url')
    .slice(0, 22);

function colouredIn(lists: readonly ShownList[]): Coloured {
  const tiles = lists.flatMap((list) => list.tiles);
  return {
    labels: tiles.flatMap(({ labels }) => labels),
    covers: tiles.flatMap(({ cover }) => cover?.colour ?? []),
  };
}

const headersFor = (rules: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyOf(rules),
});

/** The texts in the language of the reader's browser, of which the reply tells. */
function textsFor({ headers }: FastifyRequest, reply: FastifyReply): Spoken {
  const texts = spokenIn[languageFor(null, headers['accept-language']) ?? 'en'];
  inLanguage(reply, texts.language);
  return texts;
}

/** The same for boards that are private, gone, or have never been. */
function sendNothing(request: FastifyRequest, reply: FastifyReply, assets: Assets | undefined): FastifyReply {
  const texts = textsFor(request, reply);
  const { title, heading } = texts.nothing;
  const frame = { title, description: heading, address: null, picture: null, isIndexed: false, rules: '' };
  const page = documentOf({ ...frame, assets, texts, body: nothingBody(texts) });
  const headers = { ...headersFor(''), 'x-robots-tag': 'noindex', 'cache-control': 'no-store' };
  return reply.code(404).headers(headers).send(page.text);
}
