import { Type } from 'typebox';
import { largestPage } from '../ask.ts';
import { type BoardContents, type Given, NoAnswer, type Pages, TooMuch } from '../provider.ts';
import { type Get, whereThere } from './trello-get.ts';

const Entity = Type.Object({ id: Type.String({ minLength: 1 }) });
const Entities = Type.Array(Entity);

/** The types of actions that an import keeps. */
const kept = [
  'commentCard',
  'copyCommentCard',
  'createCard',
  'copyCard',
  'convertToCardFromCheckItem',
  'emailCard',
  'updateCard:closed',
  'updateCard:dueComplete',
  'updateList:closed',
].join(',');

const ofActions =
  `filter=${kept}&fields=type,date,data,idMemberCreator` +
  '&member=false&memberCreator=true&memberCreator_fields=fullName,username';

const ofCards =
  'attachments=true&checklists=all&customFieldItems=true&stickers=true&pluginData=true' +
  '&members=true&member_fields=fullName,username';

const ofBoards =
  'lists=all&labels=all&labels_limit=1000&members=all&member_fields=fullName,username' +
  '&customFields=true&pluginData=true';

/** Page sizes: for actions and outlines the max that Trello allows, for whole cards less. */
const most = 1000;
const cardsAtOnce = 100;

/** Reads the contents of a board on Trello. */
export function boardContents(get: Get, boardId: string): Omit<BoardContents, 'file'> {
  const board = `/boards/${encodeURIComponent(boardId)}`;
  const cards = `${board}/cards/all`;
  return {
    frame: () => whereThere(get(`${board}?fields=all&${ofBoards}`, Entity)),
    outline: () => pagesOf(get, `${cards}?fields=idList`, most),
    cards: () => pagesOf(get, `${cards}?fields=all&${ofCards}`, cardsAtOnce),
    card: (id) => whereThere(get(`/cards/${encodeURIComponent(id)}?fields=all&${ofCards}`, Entity)),
    actions: () => pagesOf(get, `${board}/actions?${ofActions}`, most),
    actionsOf: (id) => pagesOf(get, `/cards/${encodeURIComponent(id)}/actions?${ofActions}`, most),
  };
}

/**
 * All pages at a path, newest first. Ids begin with the time, so the smallest id of a page is the cursor of the next. Only an
 * empty page is the last one: a page may be short for other reasons.
 */
async function* pagesOf(get: Get, path: string, atOnce: number): Pages {
  let limit = atOnce;
  let before = '';
  for (;;) {
    const address = `${path}&limit=${limit}${before && `&before=${encodeURIComponent(before)}`}`;
    const page = await get(address, Entities, limit > 1 ? largestPage : undefined).catch((error: unknown) => {
      if (!(error instanceof TooMuch) || limit === 1) throw error;
    });
    if (!page) {
      limit = Math.floor(limit / 2);
      continue;
    }
    if (page.length === 0) return;
    const older = page.filter(({ id }) => before === '' || id < before);
    const [first] = older;
    if (!first) throw new NoAnswer('Trello gave the same page twice');
    before = older.reduce((least, { id }) => (id < least ? id : least), first.id);
    yield older as Given[];
  }
}
