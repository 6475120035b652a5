import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { type MadeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { type Moment, retriesOf } from '../testing/moments.ts';
import { testService } from '../testing/service.ts';

/*
 * A board moves to another workspace between two look-ups of a change that has found its card in the old one. The change
 * finds the rest in the new one, and is answered as if the board had always been there.
 */

const skip = engine === 'sqlite' && 'SQLite has one writer at a time';
const database = await testDatabase();
const service = await testService({}, {}, database);
after(() => database.remove());
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const move = (boardPublicId: string, targetWorkspacePublicId: string) =>
  ada.call(api.boards.move, { params: { boardPublicId }, body: { targetWorkspacePublicId } });
const read = (cardPublicId: string) => ada.call(api.cards.get, { params: { cardPublicId } });

/** A board that moves in slices, and two cards on it. */
async function made(): Promise<MadeBoard & { card: string; other: string }> {
  const large = await makeLargeBoard(service, ada, bob, 150);
  const [card, other] = [await makeCard(ada, nth(large.lists, 0)), await makeCard(ada, nth(large.lists, 0))];
  return { ...large, card, other };
}

type Made = Awaited<ReturnType<typeof made>>;

/** Changes of a card that look up further rows, and a moment at which they have found only the card. */
const changes: Record<string, { at?: Moment; change: (of: Made) => Promise<unknown> }> = {
  'moves to another list': {
    change: ({ card, lists }) =>
      ada.call(api.cards.update, { params: { cardPublicId: card }, body: { listPublicId: nth(lists, 1) } }),
  },
  'is copied to another list': {
    change: ({ card, lists }) =>
      ada.call(api.cards.duplicate, {
        params: { cardPublicId: card },
        body: { listPublicId: nth(lists, 1) },
      }),
  },
  'gets a label': {
    change: ({ card, labels }) =>
      ada.call(api.cards.addLabel, { params: { cardPublicId: card, labelPublicId: nth(labels, 1) } }),
  },
  'is changed before another one': {
    at: 'ran cards.putLabel',
    change: ({ card, other, labels }) => {
      const label = { type: 'label' as const, cardPublicId: card, labelPublicId: nth(labels, 1) };
      const operations = [label, { type: 'archive' as const, cardPublicId: other }];
      return ada.call(api.cards.bulk, { body: { operations } });
    },
  },
  'is copied among others': {
    at: 'after workspaces',
    change: ({ card, lists }) => {
      const operations = [{ type: 'duplicate' as const, cardPublicId: card, listPublicId: nth(lists, 1) }];
      return ada.call(api.cards.bulk, { body: { operations } });
    },
  },
};

for (const [name, { at = 'after cards', change }] of Object.entries(changes)) {
  test(`a card ${name} while the move of its board ends`, { skip }, async () => {
    // Locked before the board's own workspace.
    const target = await makeWorkspace(ada);
    const of = await made();
    await retriesOf(service, () => change(of), { [at]: () => move(of.board, target) });
    assert.equal((await read(of.card)).list.board.workspace.publicId, target);
  });
}
