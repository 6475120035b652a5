import { Type } from 'typebox';
import { largestPage } from '../ask.ts';
import { type BoardContents, type Given, NoAnswer, type Pages, TooMuch } from '../provider.ts';
import { type Get, whereThere } from './trello-get.ts';

const Thing = Type.Object({ id: Type.String({ minLength: 1 }) });
const Things = Type.Array(Thing);

/** What an import keeps of what happened. */
const kept = [
  'commentCard',
  'copyCommentCard',
  'createCard',
  'copyCard',
  'convertToCardFromCheckItem',
  'emailCard',
  'updateCard:closed',
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

/** What is asked for at once: of actions and outlines what Trello gives at the most, of whole cards less. */
const most = 1000;
const cardsAtOnce = 100;

/** What is on a board of Trello. */
export function boardContents(get: Get, boardId: string): Omit<BoardContents, 'file'> {
  const board = `/boards/${encodeURIComponent(boardId)}`;
  const cards = `${board}/cards/all`;
  return {
    frame: () => whereThere(get(`${board}?fields=all&${ofBoards}`, Thing)),
    outline: () => pagesOf(get, `${cards}?fields=idList`, most),
    cards: () => pagesOf(get, `${cards}?fields=all&${ofCards}`, cardsAtOnce),
    card: (id) => whereThere(get(`/cards/${encodeURIComponent(id)}?fields=all&${ofCards}`, Thing)),
    actions: () => pagesOf(get, `${board}/actions?${ofActions}`, most),
    actionsOf: (id) => pagesOf(get, `/cards/${encodeURIComponent(id)}/actions?${ofActions}`, most),
  };
}

/**
 * Everything at a path, the newest first. Ids begin with the time, so that the smallest of a page says where the next one
 * begins. The last page is the one with nothing on it: one that is short may be short for another reason.
 */
async function* pagesOf(get: Get, path: string, atOnce: number): Pages {
  let limit = atOnce;
  let before = '';
  for (;;) {
    const address = `${path}&limit=${limit}${before && `&before=${encodeURIComponent(before)}`}`;
    const page = await get(address, Things, limit > 1 ? largestPage : undefined).catch((error: unknown) => {
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
