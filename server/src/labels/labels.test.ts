import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const unknown = '0123456789abcdef';

type Update = BodyOf<typeof api.labels.update>;
type Create = BodyOf<typeof api.labels.create>;

const at = (label: string) => ({ params: { labelPublicId: label } });

const create = async (given: Partial<Create> = {}): Promise<string> => {
  const body = { name: 'Bug', colourCode: '#ff0000', boardPublicId: made.board, ...given };
  return (await ada.call(api.labels.create, { body })).publicId;
};

test('a label is made, read, and stands on its board', async () => {
  const types = await service.recorded(async () => {
    const id = await create({ name: '  Feature ', colourCode: '#00FF7f' });
    const label = { publicId: id, name: 'Feature', colourCode: '#00FF7f' };
    assert.deepEqual(await ada.call(api.labels.get, at(id)), label);
    const [board] = await ada.call(api.boards.list, { params: { workspacePublicId: made.workspace } });
    assert.deepEqual(board?.labels.at(-1), label);
  });
  assert.deepEqual(types, ['label.created']);
});

test('a label is changed in part: what is not sent stays', async () => {
  const id = await create();
  const types = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.labels.update, { ...at(id), body: { name: 'Defect' } }), {
      publicId: id,
      name: 'Defect',
      colourCode: '#ff0000',
    });
    await ada.call(api.labels.update, { ...at(id), body: { colourCode: '#0000ff' } });
    await ada.call(api.labels.update, { ...at(id), body: { name: 'Defect', colourCode: '#0000ff' } });
  });
  assert.deepEqual(types, ['label.updated', 'label.updated'], 'the third changed nothing');
  assert.deepEqual(await ada.call(api.labels.get, at(id)), {
    publicId: id,
    name: 'Defect',
    colourCode: '#0000ff',
  });
});

test('name and colour changed at once are both kept', async () => {
  const id = await create();
  await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      ada.call(api.labels.update, {
        ...at(id),
        body: n % 2 === 0 ? { name: 'Renamed' } : { colourCode: '#123456' },
      }),
    ),
  );
  const { name, colourCode } = await ada.call(api.labels.get, at(id));
  assert.deepEqual({ name, colourCode }, { name: 'Renamed', colourCode: '#123456' });
});

test('a deleted label is off every card, and a second delete is 404', async () => {
  const id = await create();
  const card = await makeCard(ada, nth(made.lists, 0), { labelPublicIds: [id, nth(made.labels, 0)] });
  const types = await service.recorded(() => ada.call(api.labels.delete, at(id)));
  assert.deepEqual(types, ['label.deleted']);
  const { labels } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  assert.deepEqual(
    labels.map(({ publicId }) => publicId),
    [nth(made.labels, 0)],
  );
  await ada.refused(404, api.labels.delete, at(id));
  await ada.refused(404, api.labels.get, at(id));
  await ada.refused(404, api.labels.update, { ...at(id), body: { name: 'x' } });
});

test('of many who delete one label, one does', async () => {
  const id = await create();
  const types = await service.recorded(async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, () => ada.call(api.labels.delete, at(id))),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.match(String(outcome.reason), /404/);
    }
  });
  assert.deepEqual(types, ['label.deleted']);
});

test('a label that is deleted while it is put on cards is an error for no one but 404', async () => {
  const id = await create();
  const cards = await Promise.all(Array.from({ length: 15 }, () => makeCard(ada, nth(made.lists, 0))));
  const outcomes = await Promise.allSettled([
    ...cards.map((card) =>
      ada.call(api.cards.addLabel, { params: { cardPublicId: card, labelPublicId: id } }),
    ),
    ada.call(api.labels.delete, at(id)),
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.match(String(outcome.reason), /404/);
  }
  assert.deepEqual(await service.sql(`select 1 from card_labels where label_id = '${id}'`), []);
});

test('bad input is refused and stores nothing', async () => {
  const id = await create();
  const good = { name: 'x', colourCode: '#ffffff', boardPublicId: made.board };
  const badFields: unknown[] = [
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(37) },
    { name: 1 },
    { name: null },
    { colourCode: 'red' },
    { colourCode: '#fff' },
    { colourCode: '#12345g' },
    { colourCode: ' #ffffff' },
    { colourCode: null },
  ];
  const types = await service.recorded(async () => {
    for (const fields of badFields) {
      await ada.refused(400, api.labels.create, { body: { ...good, ...(fields as Create) } });
      await ada.refused(400, api.labels.update, { ...at(id), body: fields as Update });
    }
    for (const key of Object.keys(good)) {
      await ada.refused(400, api.labels.create, { body: { ...good, [key]: undefined } as unknown as Create });
    }
    await ada.refused(400, api.labels.create, { body: { ...good, boardPublicId: unknown } });
    await ada.refused(400, api.labels.update, { ...at(id), body: {} });
    await ada.refused(400, api.labels.update, { ...at('short'), body: { name: 'x' } });
    await ada.refused(400, api.labels.get, at('short'));
    await ada.refused(400, api.labels.delete, at('short'));
  });
  assert.deepEqual(types, []);
});

test('a label that is not there is 404', async () => {
  await ada.refused(404, api.labels.get, at(unknown));
  await ada.refused(404, api.labels.update, { ...at(unknown), body: { name: 'x' } });
  await ada.refused(404, api.labels.delete, at(unknown));
});

test('a guest reads labels and changes none; outsiders and members that are not active do neither', async () => {
  const id = await create({ name: 'Kept' });
  const refusedAs = async (person: Pick<Person, 'refused'>, status: number) => {
    const body = { name: 'x', colourCode: '#ffffff' };
    await person.refused(status, api.labels.create, { body: { ...body, boardPublicId: made.board } });
    await person.refused(status, api.labels.update, { ...at(id), body });
    await person.refused(status, api.labels.delete, at(id));
  };
  const types = await service.recorded(async () => {
    const nobody = service.caller();
    await refusedAs(nobody, 401);
    await nobody.refused(401, api.labels.get, at(id));
    const outsider = await service.signUp('outsider');
    await refusedAs(outsider, 403);
    await outsider.refused(403, api.labels.get, at(id));
    const guest = await service.signUp('guest');
    await addMember(service, made.workspace, guest, { role: 'guest' });
    await refusedAs(guest, 403);
    assert.equal((await guest.call(api.labels.get, at(id))).name, 'Kept');
    const ben = await service.signUp('ben');
    const member = await addMember(service, made.workspace, ben);
    for (const status of ['invited', 'paused', 'removed'] as const) {
      await setStatus(service, member, status);
      await refusedAs(ben, 403);
      await ben.refused(403, api.labels.get, at(id));
    }
  });
  assert.deepEqual(types, []);
  assert.equal((await ada.call(api.labels.get, at(id))).name, 'Kept');
});
