import { cardsPerPress } from '../../../../contract/rules.ts';
import { locate } from '../../base/access/locate.ts';
import type { Caller } from '../../base/changes/change.ts';
import { fromBody } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import type { Sources } from '../../reading/slices.ts';
import { buttonOf, pressButton } from '../actions/press.ts';
import type { RuleAddress } from '../actions/rules.ts';
import { rulesOf } from '../queries.ts';
import { itemsIn, settingsOf } from '../settings.ts';
import { passes, passingOnBoard } from './passing.ts';

/** Operations on cards in one change, as many as a request for many may have. */
const mostOperations = 200;

/** Finds the cards of a press, and runs the button on them. */
export async function press(
  service: Pick<Service, 'clock'>,
  sources: Sources,
  { actor, change }: Caller,
  address: RuleAddress,
  cardPublicId: string | undefined,
) {
  const located = await locate(sources.db, actor, 'board', address.boardPublicId, 'card:edit');
  const { workspaceId, id: boardId, permissions } = located;
  const board = { workspaceId, boardId };
  const rule = buttonOf(await sources.db.all(rulesOf, board), address.rulePublicId);
  const { if: filter, then: actions } = settingsOf(rule);
  const asked = { ...board, permissions, filter, actor, now: service.clock.now() };
  const cardIds = async () => {
    if (cardPublicId !== undefined) {
      await fromBody('cardPublicId', locate(sources.db, actor, 'card', cardPublicId, 'card:edit'));
      return (await passes(sources, asked, cardPublicId)) ? [cardPublicId] : [];
    }
    const weight = actions.length + itemsIn(actions);
    const most = Math.max(1, Math.min(cardsPerPress, Math.floor(mostOperations / weight)));
    return filter === '' ? null : await passingOnBoard(sources, asked, most);
  };
  const found = await cardIds();
  return change((work) => pressButton(work, address, found));
}
