import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { longestRead, makeHeavyCard } from '../testing/heavy-card.ts';
import { listen } from '../testing/live.ts';
import { testService } from '../testing/service.ts';

/* Events about entities of the maximum size. */

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, lists } = await makeBoard(ada);
const list = nth(lists, 0);

async function position(): Promise<number> {
  const [row] = await service.sql(
    `select max(position) as position from changes where workspace_id = '${workspace}'`,
  );
  return Number(row?.position);
}

test('a checklist that is too long for an event is to be read again', async (t) => {
  const card = await makeHeavyCard(service, ada, list);
  const { checklists } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  const from = await position();
  for (const { items } of checklists) {
    for (const { publicId } of items.filter(({ completed }) => !completed).slice(0, 5)) {
      const params = { checklistItemPublicId: publicId };
      await ada.call(api.checklists.updateItem, { params, body: { completed: true } });
    }
  }
  const reads = longestRead(t, service);
  const stream = await listen(service, ada, workspace, { after: from });
  await stream.reached(await position());
  const { longest } = reads();
  assert.ok(longest < 300_000, `${longest} characters were read at once`);
  const told = stream.events.filter(({ checklist }) => checklist);
  assert.equal(told.length, 20);
  for (const { reread, gone, checklist } of told) {
    assert.deepEqual([reread, gone], [true, undefined]);
    assert.deepEqual(Object.keys(checklist ?? {}), ['publicId', 'cardPublicId']);
    assert.ok(checklists.some(({ publicId }) => publicId === checklist?.publicId));
  }
  assert.equal(stream.events.filter((event) => event.card).length, 20);
});

test('long checklists and comments are rendered some at a time', async (t) => {
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  const from = await position();
  const comment = '\u{1F600}'.repeat(10_000);
  for (let n = 0; n < 30; n++) await ada.call(api.comments.create, { params, body: { comment } });
  for (let n = 0; n < 10; n++) {
    const { publicId } = await ada.call(api.checklists.create, { params, body: { name: `${n}` } });
    for (let items = 0; items < 50; items++) {
      const body = { title: '\u{1F600}'.repeat(150) };
      await ada.call(api.checklists.createItem, { params: { checklistPublicId: publicId }, body });
    }
  }
  const reads = longestRead(t, service);
  const stream = await listen(service, ada, workspace, { after: from });
  await stream.reached(await position());
  const { longest } = reads();
  assert.ok(longest < 300_000, `${longest} characters were read at once`);
  const comments = stream.events.flatMap((event) =>
    event.comment && 'comment' in event.comment ? [event.comment.comment] : [],
  );
  assert.deepEqual(comments, Array(30).fill(comment));
  const last = stream.events.findLast(({ checklist }) => checklist)?.checklist;
  assert.ok(last && 'items' in last && last.items.length === 50);
});
