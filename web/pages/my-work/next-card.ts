import { routes } from '../../../contract/routes.ts';
import { server } from '../../app/session.ts';
import { ruleOf } from '../../sync/next-card.ts';
import type { Row } from './rows.ts';

/* Completing a card that recurs makes the next one: undoing that takes it away again. */

/** How many pages of cards are searched. */
const mostPages = 5;

type MyCard = Row['card'];

/** What the next card has from the one that was completed. */
const kept = ({ title, board, work, labels, members }: MyCard): string =>
  JSON.stringify([
    title,
    board.publicId,
    ruleOf({ recurrence: work?.recurrence ?? null }),
    labels.map(({ publicId }) => publicId).toSorted(),
    members.map(({ publicId }) => publicId).toSorted(),
  ]);

/** A page of the user's open cards in a workspace. */
async function pageOf(workspacePublicId: string, cursor: string | null) {
  const include: 'work'[] = ['work'];
  const query = {
    workspacePublicId,
    completed: false,
    limit: 100,
    include,
    ...(cursor === null ? {} : { cursor }),
  };
  return (await server.ask(routes.cards.mine, { query })).reply;
}

/** The cards that may be the next one. */
async function candidatesFor(card: MyCard): Promise<MyCard[]> {
  const found: MyCard[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const { cards, nextCursor }: Awaited<ReturnType<typeof pageOf>> = await pageOf(
      card.workspace.publicId,
      cursor,
    );
    found.push(...cards.filter((each) => each.cardNumber > card.cardNumber && kept(each) === kept(card)));
    cursor = nextCursor;
    if (cursor === null) break;
  }
  return found;
}

/** Whether nothing has happened on a card since it was made. */
async function isUntouched(cardPublicId: string): Promise<boolean> {
  const { reply } = await server.ask(routes.cards.get, { params: { cardPublicId } });
  const [first, ...others] = reply.activities;
  return first?.type === 'card.created' && others.every(({ createdAt }) => createdAt === first.createdAt);
}

/** Opens a card that recurs again. The next one goes, unless it is not certain which it is, or somebody has worked on it. */
export async function reopen({ card }: Row): Promise<void> {
  const { publicId: cardPublicId, work } = card;
  const [next, ...others] = await candidatesFor(card);
  if (!next || others.length > 0 || !(await isUntouched(next.publicId))) {
    await server.ask(routes.cards.update, { params: { cardPublicId }, body: { completed: false } });
    return;
  }
  const recurrence = work?.recurrence ?? null;
  const operations = [
    { type: 'delete' as const, cardPublicId: next.publicId },
    { type: 'change' as const, cardPublicId, completed: false, recurrence },
  ];
  await server.ask(routes.cards.bulk, { body: { operations } });
}
