import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { longestRead, makeHeavyCard } from '../testing/heavy-card.ts';
import { testService } from '../testing/service.ts';

/* A public board of the heaviest possible cards: four megabytes each. */

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, board, lists } = await makeBoard(ada);
const list = nth(lists, 0);
const first = await makeCard(ada, list, { title: 'first' });
const heavy = [await makeHeavyCard(service, ada, list), await makeHeavyCard(service, ada, list)];
await makeCard(ada, list, { title: 'last' });
const params = { boardPublicId: board };
await ada.call(api.boards.update, { params, body: { visibility: 'public', slug: 'heavy' } });
const workspaceSlug = (await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } })).slug;

interface Read {
  publicId: string;
  index: number;
  checklists: {
    name: string;
    index: number;
    items: { title: string; completed: boolean; index: number }[];
  }[];
  commentCount: number;
}

const ways = {
  board: async () => nth((await ada.call(api.boards.get, { params })).lists, 0).cards,
  page: async () => (await ada.call(api.boards.cards, { params, query: { limit: 10 } })).cards,
  'page that ends with it': async () =>
    (await ada.call(api.boards.cards, { params, query: { limit: 3 } })).cards,
  'public board': async () => {
    const found = await service
      .caller()
      .call(api.boards.getPublic, { params: { workspaceSlug, boardSlug: 'heavy' } });
    return nth(found.lists, 0).cards;
  },
};

for (const [way, read] of Object.entries(ways)) {
  test(`it is read whole as a ${way}, a few hundred kilobytes at a time`, async (t) => {
    const reads = longestRead(t, service);
    const cards: Read[] = await read();
    const { longest, count } = reads();
    assert.ok(count > 40, `${count} statements`);
    assert.ok(longest < 400_000, `${longest} characters were read at once`);
    assert.deepEqual(
      cards.slice(0, 3).map(({ publicId, index }) => [publicId, index]),
      [first, ...heavy].map((id, index) => [id, index]),
    );
    for (const { checklists, commentCount } of cards.slice(1, 3)) {
      assert.equal(commentCount, 0);
      assert.deepEqual(
        checklists.map(({ name, index }) => [name, index]),
        [0, 1, 2, 3].map((at) => [`List ${at}`, at]),
      );
      for (const { items } of checklists) {
        assert.deepEqual(
          items.map(({ title, completed, index }) => [title, completed, index]),
          Array.from({ length: 500 }, (_, at) => [`${at + 100}${'\u{1F600}'.repeat(497)}`, at % 2 === 1, at]),
        );
      }
    }
  });
}
