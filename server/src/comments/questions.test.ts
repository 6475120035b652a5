import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, memberOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

/* Questions on cards, and their answers. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const { workspace, board, lists } = await makeBoard(ada);
const bob = await service.signUp('bob');
const bobs = await addMember(service, workspace, bob);
const cyd = await service.signUp('cyd');
await addMember(service, workspace, cyd);
const newCard = () => makeCard(ada, nth(lists, 0));

type Caller = Pick<Person, 'call' | 'refused'>;
type Asked = { text?: string; options?: string[]; to?: string };

const ask = (by: Pick<Person, 'call'>, cardPublicId: string, { text = 'Which?', ...more }: Asked = {}) =>
  by.call(api.questions.ask, { params: { cardPublicId }, body: { text, ...more } });
const answer = (
  by: Pick<Person, 'call'>,
  questionPublicId: string,
  body: { option?: number; text?: string },
) => by.call(api.questions.answer, { params: { questionPublicId }, body });
const withdraw = (by: Pick<Person, 'call'>, questionPublicId: string) =>
  by.call(api.questions.withdraw, { params: { questionPublicId } });
const read = (by: Pick<Person, 'call'>, questionPublicId: string) =>
  by.call(api.questions.get, { params: { questionPublicId } });
const onCard = async (
  by: Pick<Person, 'call'>,
  cardPublicId: string,
  state?: 'all' | 'answered' | 'withdrawn',
) =>
  (await by.call(api.questions.list, { params: { cardPublicId }, query: state ? { state } : {} })).questions;
const told = async (person: Person, card: string) =>
  (await person.call(api.notifications.list, {})).notifications
    .filter((each) => each.card?.publicId === card)
    .map(({ kind, comment }) => `${kind} ${comment?.excerpt ?? ''}`);
const tileOf = async (card: string) =>
  (await ada.call(api.boards.snapshot, { params: { boardPublicId: board } })).cards.find(
    ({ publicId }) => publicId === card,
  );

test('a question is a comment that asks, until one answer is given, which is a comment that answers it', async () => {
  const card = await newCard();
  const asked = await ask(bob, card, { text: 'Which **color**?', options: ['Blue', 'Green'] });
  const { publicId, createdAt, ...shown } = asked;
  assert.deepEqual(shown, {
    cardPublicId: card,
    text: 'Which **color**?',
    options: ['Blue', 'Green'],
    state: 'open',
    askedBy: { id: bob.id, name: 'bob', isBot: false },
    apiKey: null,
    askedTo: null,
    answer: null,
  });
  assert.ok(createdAt);
  assert.deepEqual(await onCard(ada, card), [asked]);
  assert.equal((await tileOf(card))?.questionCount, 1);
  const answered = await answer(ada, publicId, { option: 1 });
  assert.equal(answered.state, 'answered');
  assert.deepEqual([answered.answer?.text, answered.answer?.answeredBy.id], ['Green', ada.id]);
  const { comments } = await ada.call(api.comments.list, { params: { cardPublicId: card } });
  assert.deepEqual(
    comments.map((each) => [each.publicId, each.comment, each.replyTo]),
    [
      [answered.answer?.publicId, 'Green', publicId],
      [publicId, 'Which **color**?', null],
    ],
  );
  assert.deepEqual(await onCard(ada, card), []);
  assert.deepEqual(await onCard(bob, card, 'answered'), [answered]);
  assert.deepEqual(await read(bob, publicId), answered);
  assert.equal((await tileOf(card))?.questionCount, undefined);
});

test('a second answer is refused, and says who answered', async () => {
  const card = await newCard();
  const { publicId } = await ask(ada, card);
  await answer(bob, publicId, { text: 'The first' });
  const params = { questionPublicId: publicId };
  const { issues } = await ada.refused(409, api.questions.answer, { params, body: { text: 'Late' } });
  assert.equal(issues[0]?.message, 'bob has already answered this question');
  await ada.refused(409, api.questions.withdraw, { params });
  assert.equal((await ada.call(api.comments.list, { params: { cardPublicId: card } })).comments.length, 2);
});

test('one of several answers at once wins, and none comes after a withdrawal or a deletion', async () => {
  for (const other of ['answer', 'withdraw', 'delete'] as const) {
    const card = await newCard();
    const { publicId } = await ask(ada, card);
    const outcomes = await Promise.allSettled([
      answer(bob, publicId, { text: 'From bob' }),
      other === 'answer'
        ? answer(ada, publicId, { text: 'From ada' })
        : other === 'withdraw'
          ? withdraw(ada, publicId)
          : ada.call(api.comments.deleteById, { params: { commentPublicId: publicId } }),
    ]);
    const won = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const all = await onCard(ada, card, 'all');
    const { comments } = await ada.call(api.comments.list, { params: { cardPublicId: card } });
    if (other === 'delete') {
      assert.deepEqual(all, []);
      assert.equal(comments.length, won - 1);
    } else {
      assert.equal(won, 1);
      assert.equal(comments.length, all[0]?.state === 'answered' ? 2 : 1);
    }
  }
});

test('a question is withdrawn by who asked, or who may delete the comment', async () => {
  const card = await newCard();
  const { publicId } = await ask(ada, card);
  const params = { questionPublicId: publicId };
  await cyd.refused(403, api.questions.withdraw, { params });
  await withdraw(ada, publicId);
  const types = await service.recorded(() => withdraw(ada, publicId));
  assert.deepEqual(types, []);
  const { issues } = await bob.refused(409, api.questions.answer, { params, body: { text: 'Late' } });
  assert.equal(issues[0]?.message, 'This question was withdrawn');
  assert.deepEqual(
    (await onCard(bob, card, 'withdrawn')).map(({ state }) => state),
    ['withdrawn'],
  );
  const of = await ask(cyd, card);
  await withdraw(ada, of.publicId);
});

test('without its answer a question is open again, and gone with its comment', async () => {
  const card = await newCard();
  const { publicId } = await ask(ada, card);
  const { answer: given } = await answer(bob, publicId, { text: 'Oops' });
  await bob.call(api.comments.deleteById, { params: { commentPublicId: given?.publicId ?? '' } });
  assert.deepEqual([(await read(ada, publicId)).state, (await read(ada, publicId)).answer], ['open', null]);
  await answer(bob, publicId, { text: 'Well' });
  await ada.call(api.comments.deleteById, { params: { commentPublicId: publicId } });
  await ada.refused(404, api.questions.get, { params: { questionPublicId: publicId } });
  assert.deepEqual(await onCard(ada, card, 'all'), []);
});

test('what asks nothing is no question, and an answer is an option or a text', async () => {
  const card = await newCard();
  const { publicId: comment } = await ada.call(api.comments.create, {
    params: { cardPublicId: card },
    body: { comment: 'Hm.' },
  });
  const params = { questionPublicId: comment };
  await ada.refused(404, api.questions.get, { params });
  await ada.refused(404, api.questions.answer, { params, body: { text: 'Hm.' } });
  await ada.refused(404, api.questions.withdraw, { params });
  const { publicId } = await ask(ada, card, { options: ['Yes'] });
  for (const body of [{}, { option: 1 }, { option: -1 }, { option: 0, text: 'x' }, { text: '' }])
    await bob.refused(400, api.questions.answer, { params: { questionPublicId: publicId }, body });
  assert.equal((await read(ada, publicId)).state, 'open');
});

test('options are few short lines, and chosen ones are shown as they are and mention nobody', async () => {
  const card = await newCard();
  const refused = [
    [],
    Array.from({ length: 9 }, (_, n) => `${n}`),
    ['x'.repeat(101)],
    ['x'.repeat(100_000)],
    ['a\nb'],
  ];
  for (const options of [...refused, ['a', 'a'], ['a\u202eb'], [' ']])
    await ada.refused(400, api.questions.ask, {
      params: { cardPublicId: card },
      body: { text: 'Which?', options },
    });
  const options = [`@[Ben](member:${bobs})`, '1. <b>', '# x', '**'];
  const chosen: (string | undefined)[] = [];
  for (const option of options.keys()) {
    const { publicId } = await ask(bob, card, { options });
    chosen.push((await answer(ada, publicId, { option })).answer?.text);
  }
  assert.deepEqual(chosen, [`@\\[Ben\\](member:${bobs})`, '1\\. \\<b\\>', '\\# x', '\\*\\*']);
  assert.ok((await told(bob, card)).every((each) => each.startsWith('replied')));
});

test('whom it is asked is told, each question by itself, and who asked is told of the answer', async () => {
  const card = await newCard();
  const first = await ask(ada, card, { text: 'One?', to: bobs });
  assert.equal(first.askedTo?.id, bob.id);
  await ask(ada, card, { text: 'Two?', to: bobs });
  assert.deepEqual(await told(bob, card), ['asked Two?', 'asked One?']);
  await cyd.call(api.notifications.watchCard, { params: { cardPublicId: card } });
  await ask(ada, card, { text: 'Three?', to: bobs });
  await ask(ada, card, { text: 'Anybody?' });
  assert.deepEqual(await told(cyd, card), ['asked Anybody?', 'commented Three?']);
  const shown = (await bob.call(api.notifications.list, { query: { kind: 'asked' } })).notifications[0];
  assert.deepEqual(shown?.question, { options: [], state: 'open' });
  await answer(cyd, first.publicId, { text: 'I know' });
  assert.ok((await told(ada, card)).includes('replied I know'));
  const outsider = await service.signUp('outsider');
  const elsewhere = await makeBoard(outsider);
  for (const to of ['nosuchmember0000', await memberOf(service, elsewhere.workspace, outsider)])
    await ada.refused(400, api.questions.ask, {
      params: { cardPublicId: card },
      body: { text: 'Who?', to },
    });
});

test('who runs a program is told what it asks', async () => {
  const card = await newCard();
  const key = await keyOf(service, bob, ['card:view', 'comment:view', 'comment:create']);
  const byKey = await ask(key, card, { text: 'By a key?' });
  assert.ok(byKey.apiKey);
  assert.deepEqual(await told(bob, card), ['asked By a key?']);
  const { publicId: bot } = await ada.call(api.bots.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Agent', role: 'member', ownerMemberPublicId: bobs },
  });
  const { key: secret } = await ada.call(api.bots.createKey, {
    params: { workspacePublicId: workspace, botPublicId: bot },
    body: { name: 'Agent' },
  });
  const agent = service.caller(secret);
  const { askedBy } = await ask(agent, card, { text: 'By a bot?' });
  assert.equal(askedBy.isBot, true);
  assert.deepEqual((await told(bob, card))[0], 'asked By a bot?');
});

test('without rights nothing is asked, read or answered', async () => {
  const card = await newCard();
  const { publicId } = await ask(ada, card, { options: ['Yes'] });
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  const refusedAs = async (person: Caller, status: 403 | 404, reading = true) => {
    await person.refused(status, api.questions.ask, { params: { cardPublicId: card }, body: { text: 'x' } });
    const params = { questionPublicId: publicId };
    await person.refused(status, api.questions.answer, { params, body: { option: 0 } });
    await person.refused(status, api.questions.withdraw, { params });
    if (reading) await person.refused(status, api.questions.get, { params });
    if (reading) await person.refused(status, api.questions.list, { params: { cardPublicId: card } });
  };
  await refusedAs(guest, 403, false);
  await refusedAs(await keyOf(service, bob, ['card:view', 'comment:create']), 403);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  await refusedAs(bob, 404);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'workspace' } });
  assert.equal((await read(bob, publicId)).state, 'open');
});

test('a card has a bounded number of open questions, and pages of them cost the same statements', async () => {
  const card = await newCard();
  const { publicId } = await ask(ada, card);
  const few = await statementsOf(service, () => onCard(ada, card, 'all'));
  for (let n = 1; n < caps.openQuestionsOfCard; n++) await ask(ada, card, { text: `Question ${n}` });
  await ada.refused(409, api.questions.ask, { params: { cardPublicId: card }, body: { text: 'One more' } });
  await answer(bob, publicId, { text: 'x' });
  await ask(ada, card, { text: 'One more' });
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ada.call(api.questions.list, {
      params: { cardPublicId: card },
      query: { state: 'all', limit: 6, ...(cursor === undefined ? {} : { cursor }) },
    });
    seen.push(...page.questions.map((each) => each.text));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  assert.equal(seen.length, caps.openQuestionsOfCard + 1);
  assert.equal(new Set(seen).size, seen.length);
  assert.equal(await statementsOf(service, () => onCard(ada, card, 'all')), few);
});
