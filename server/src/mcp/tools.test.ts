import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { hashOf } from '../base/access/tokens.ts';
import { type Agent, agentOn, ways } from '../testing/agents.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, keyWithoutLimits, memberOf } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

interface Made {
  id: string;
}

interface BoardTold {
  lists: { id: string; name: string }[];
  labels: { id: string; name: string }[];
  members: { id: string; name: string }[];
  cards: {
    list: string;
    cards: { id: string; title: string; done?: true; labels?: string[]; members?: string[] }[];
  }[];
  nextCursor: string | null;
}

/** The cards of a page of a board, without their lists. */
const cardsOf = ({ cards }: Pick<BoardTold, 'cards'>) => cards.flatMap((group) => group.cards);

interface CardTold {
  number: string;
  title: string;
  description?: string;
  dueDate?: string;
  list: { name: string };
  checklists: {
    id: string;
    name: string;
    items: { id: string; title: string; completed?: true }[];
  }[];
  comments: { by: string; comment: string }[];
  relations?: { type: string; id: string; title: string }[];
  nextCommentCursor: string | null;
}

for (const way of ways) {
  suite(`over ${way.transport}, in the ${way.mode} revision`, () => {
    const open: Agent[] = [];
    after(() => Promise.all(open.map((agent) => agent.close())));
    const agentBy = async (token: string) => {
      const agent = await agentOn(service.address, token, way);
      open.push(agent);
      return agent;
    };

    test('an agent does its work by every tool, and the feed says by which key', async () => {
      const { workspace } = await makeBoard(ada);
      const { key } = await keyWithoutLimits(service, ada);
      const agent = await agentBy(key);
      const { tools } = await agent.client.listTools();
      const used = new Set<string>();
      const call = <T = Made>(name: string, input?: Record<string, unknown>) => {
        used.add(name);
        return agent.call<T>(name, input);
      };
      const known = await call<{ user: object; workspaces: { id: string; boards: Made[] }[] }>('overview');
      assert.deepEqual(known.user, { name: 'ada', email: ada.email });
      assert.equal(known.workspaces.find(({ id }) => id === workspace)?.boards.length, 1);
      const { id: board } = await call('set_up_board', {
        workspace,
        name: 'Release',
        lists: ['To do', 'Done'],
        labels: ['Urgent'],
      });
      const { boards } = await call<{ boards: Made[] }>('overview', { workspace });
      assert.ok(boards.some(({ id }) => id === board));
      await call('set_up_board', { board, lists: ['Later'], labels: ['Small'] });
      const outline = await call<BoardTold>('read_board', { board });
      assert.deepEqual(
        [outline.lists, outline.labels].map((each) => each.map(({ name }) => name)),
        [
          ['To do', 'Done', 'Later'],
          ['Urgent', 'Small'],
        ],
      );
      const [toDo, done] = outline.lists;
      const me = nth(outline.members, 0);
      const { cards: made } = await call<{ cards: Made[] }>('create_cards', {
        list: toDo?.id,
        cards: [
          {
            title: 'Write <b>the</b> notes',
            description: '**All** of `them`',
            members: [me.id],
            dueDate: '2030-01-02',
            checklists: [{ name: 'Steps', items: ['One', 'Two'] }],
            relations: ['blocked-by #2'],
          },
          { title: 'Another' },
        ],
      });
      const [card, other] = [nth(made, 0).id, nth(made, 1).id];
      await call('comment', { card, text: 'Begun' });
      const read = () => call<CardTold>('read_card', { card });
      const steps = nth((await read()).checklists, 0);
      const added = [
        { checklist: steps.id, title: 'Three' },
        { checklist: steps.id, title: 'For me', member: 'me' },
        { checklist: steps.id, title: `For ${ada.email}`, member: ada.email },
      ];
      await call('write', { card, items: added });
      assert.deepEqual(
        (
          await call<{ checklists: { items: { member?: string }[] }[] }>('read_card', { card })
        ).checklists.flatMap(({ items }) => items.flatMap(({ member }) => member ?? [])),
        [me.id, me.id],
      );
      await call('write', { card, items: [{ item: nth(steps.items, 0).id, completed: true }] });
      await call('edit_text', { card, oldText: '`them`', newText: '*them*' });
      await call('write', { card, title: 'Write the notes', dueDate: null });
      await call('write', { card, list: done?.id, index: 0 });
      const related = async () => (await read()).relations?.map(({ type, id, title }) => [type, id, title]);
      assert.deepEqual(await related(), [['blocked-by', other, 'Another']]);
      await call('write', { card, relations: [`-blocked-by ${other}`], completed: false });
      assert.equal(await related(), undefined);
      const changes = [
        { card, labels: ['Urgent'] },
        { card: other, archived: true },
      ];
      const { changed } = await call<{ changed: number }>('change_cards', { changes });
      assert.equal(changed, 2);
      await call('change_cards', { changes: [{ card: other, archived: false }] });
      const deletion = { changes: [{ card: other, type: 'delete' }] };
      assert.equal((await agent.ask('change_cards', { ...deletion, delete: true })).isError, true);
      await call('change_cards', { changes: [{ card: other, archived: true }] });
      const { results } = await call<{ results: Made[] }>('find', { workspace, query: 'write notes' });
      assert.ok(results.some(({ id }) => id === card));
      const mine = await call<{ cards: Made[] }>('find', { workspace });
      assert.ok(mine.cards.some(({ id }) => id === card));
      const { id: file } = await call('attach', { card, name: 'notes.txt', text: 'Höhe: 3 m' });
      const seen = await call<{ text: string }>('see', { card, attachment: file });
      assert.equal(seen.text, 'Höhe: 3 m');
      const { question } = await call<{ question: string }>('ask', { card, text: 'Why?', seconds: 0 });
      assert.equal((await call<{ state: string }>('ask', { question, seconds: 0 })).state, 'open');
      const { position } = await call<{ position: number }>('wait', { board, seconds: 0 });
      await call('claim', { card });
      await call('finish', { card, completed: false });
      const { changes: seenChanges } = await call<{ changes: { what: string }[] }>('wait', {
        board,
        after: position,
        seconds: 0,
      });
      assert.deepEqual(
        seenChanges.map(({ what }) => what),
        ['card.updated.claim.made', 'card.updated.claim.returned'],
      );
      const whole = await read();
      assert.deepEqual(
        [whole.title, whole.description, whole.dueDate, whole.list.name],
        ['Write the notes', '**All** of *them*', undefined, 'Done'],
      );
      assert.deepEqual(
        whole.checklists.map(({ items }) => items.map(({ title, completed }) => [title, completed])),
        [
          [
            ['One', true],
            ['Two', undefined],
            ['Three', undefined],
            ['For me', undefined],
            [`For ${ada.email}`, undefined],
          ],
        ],
      );
      assert.deepEqual(
        whole.comments.map(({ by, comment }) => [by, comment]),
        [
          ['ada', 'Why?'],
          ['ada', 'Begun'],
        ],
      );
      const now = await call<BoardTold>('read_board', { board });
      assert.deepEqual(
        now.cards.map(({ list, cards }) => [
          list,
          cards.map(({ id, labels, members }) => [id, labels, members]),
        ]),
        [[done?.id, [[card, ['Urgent'], ['ada']]]]],
      );
      const { entries } = await call<{ entries: { by: string; apiKey: string; what: string }[] }>('history', {
        card,
      });
      assert.ok(entries.some(({ what }) => what === 'card.updated.comment.added'));
      assert.ok(entries.every(({ by, apiKey }) => by === 'ada' && apiKey === 'a key'));
      assert.deepEqual(used, new Set(tools.map(({ name }) => name)), 'every tool was used');
      const { activities } = await ada.call(api.activities.list, {
        params: { cardPublicId: card },
        query: { include: ['apiKey'], limit: 100 },
      });
      assert.ok(activities.every(({ apiKey }) => apiKey?.name === 'a key'));
    });

    test('an agent reads days and times of cards and items as it can write them back', async () => {
      const person = await service.signUp(`days-${way.transport}-${way.mode}`);
      const { board, workspace, lists } = await makeBoard(person);
      const me = await memberOf(service, workspace, person);
      const agent = await agentBy(person.token);
      // Midnight in UTC is a time here, since it has an offset.
      const dates = { dueDate: '2030-01-02', startDate: '2030-01-01T00:00:00+00:00' };
      const create = async (given: object) => {
        const cards = [{ title: 'One', members: ['me'], ...given }];
        const made = await agent.call<{ cards: Made[] }>('create_cards', {
          list: nth(lists, 0),
          board,
          cards,
        });
        return nth(made.cards, 0).id;
      };
      const card = await create(dates);
      const read = async (id = card) => {
        const { dueDate, startDate } = await agent.call<typeof dates>('read_card', { card: id });
        return { dueDate, startDate };
      };
      assert.deepEqual(await read(), dates);
      const shown = cardsOf(await agent.call<BoardTold>('read_board', { board }));
      assert.equal((nth(shown, 0) as { dueDate?: string }).dueDate, '2030-01-02');
      const copy = await create({ ...(await read()), title: 'One' });
      assert.equal(copy, card, 'the same call within minutes is done once');
      const other = await create({ ...(await read()), title: 'Two' });
      const workOf = async (cardPublicId: string) =>
        (await person.call(api.cards.get, { params: { cardPublicId }, query: { include: ['work'] } })).work;
      assert.deepEqual(
        [(await workOf(other))?.due, (await workOf(other))?.start],
        [{ date: '2030-01-02' }, { time: '2030-01-01T00:00:00.000Z' }],
      );

      const list = await agent.call<{ checklists: Made[] }>('write', {
        card,
        checklists: [{ name: 'Steps', items: [] }],
      });
      const item = {
        checklist: nth(list.checklists, 0).id,
        title: 'Ask',
        member: me,
        dueDate: dates.startDate,
      };
      await agent.call('write', { card, items: [item] });
      const items = async () => nth((await agent.call<CardTold>('read_card', { card })).checklists, 0).items;
      const [told] = (await items()) as (Made & { dueDate?: string; member?: string })[];
      assert.deepEqual([told?.dueDate, told?.member], [dates.startDate, me]);
      const mine = await agent.call<{ cards: { yourItems?: object[] }[] }>('find', {});
      const own = { id: told?.id, title: 'Ask', dueDate: dates.startDate };
      assert.deepEqual(
        mine.cards.flatMap(({ yourItems = [] }) => yourItems),
        [own],
      );
      const change = async (given: object) => {
        const input = { card, items: [{ item: told?.id, ...given }] };
        return nth((await agent.call<{ items: object[] }>('write', input)).items, 0);
      };
      assert.partialDeepStrictEqual(await change({ dueDate: '2030-01-05' }), { dueDate: '2030-01-05' });
      assert.ok(!('member' in (await change({ member: null }))));
      assert.partialDeepStrictEqual(await change({ member: 'me' }), { member: me });
      const evidence = { text: 'Asked', link: null };
      await person.call(api.checklists.updateItem, {
        params: { checklistItemPublicId: told?.id ?? '' },
        body: { acceptance: true, completed: true, evidence },
      });
      const written = await change({ title: 'Asked' });
      assert.partialDeepStrictEqual(written, { acceptance: true, evidence: { text: 'Asked' } });
      assert.deepEqual(written, (await items())[0], 'what was written is told as what is read');
    });

    test('an agent completes cards, opens them again, and sees which are done', async () => {
      const person = await service.signUp(`done-${way.transport}-${way.mode}`);
      const { board, lists } = await makeBoard(person);
      const [one, two] = [await makeCard(person, nth(lists, 0)), await makeCard(person, nth(lists, 0))];
      const agent = await agentBy(person.token);
      await agent.call('write', { card: one, completed: true });
      const doneOn = async (more: object = {}) => {
        const page = await agent.call<BoardTold>('read_board', { board, ...more });
        return cardsOf(page).map(({ id, done }) => [id, done]);
      };
      assert.deepEqual(await doneOn(), [
        [one, true],
        [two, undefined],
      ]);
      assert.deepEqual(await doneOn({ filter: 'is:done' }), [[one, true]]);
      assert.deepEqual(await doneOn({ filter: 'is:open' }), [[two, undefined]]);
      assert.deepEqual(await doneOn({ filter: 'is:done -created:yesterday' }), [[one, true]]);
      const { completedAt } = await agent.call<{ completedAt?: string }>('read_card', { card: one });
      assert.equal(typeof completedAt, 'string');
      const changes = [
        { card: one, completed: false },
        { card: two, completed: true },
      ];
      await agent.call('change_cards', { changes });
      assert.deepEqual(await doneOn(), [
        [one, undefined],
        [two, true],
      ]);
    });

    test('a key can do no more with tools than without, and gets an error that says what to do', async () => {
      const { lists, board, workspace } = await makeBoard(ada);
      const card = await makeCard(ada, nth(lists, 0));
      const { key } = await keyOf(service, ada, ['workspace:view', 'board:view', 'card:view']);
      const agent = await agentBy(key);
      const recorded = await service.recorded(async () => {
        // Tools that the key does not permit in any workspace are not even listed.
        await assert.rejects(
          agent.ask('create_cards', { list: nth(lists, 0), cards: [{ title: 'No' }] }),
          /create_cards/,
        );
        await assert.rejects(agent.ask('comment', { card, text: 'No' }), /comment/);
      });
      assert.deepEqual(recorded, []);
      const { tools } = await agent.client.listTools();
      assert.deepEqual(
        tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
        [],
      );
      const whole = await agent.call<{ comments: unknown }>('read_card', { card });
      assert.equal(whole.comments, 'not yours to read');
      const { key: other } = await keyOf(service, ada, ['workspace:view', 'card:view', 'card:create']);
      const guest = await service.signUp(`guest-${way.transport}-${way.mode}`);
      await addMember(service, workspace, guest, { role: 'guest' });
      const [ofGuest, ofOther] = [await agentBy(guest.token), await agentBy(other)];
      const refused = await ofGuest.ask('create_cards', {
        list: nth(lists, 0),
        board,
        cards: [{ title: 'No' }],
      });
      assert.match(
        refused.text,
        /^403 Insufficient access: This requires the permission card:create\. .*lacks/,
      );
      assert.doesNotMatch(refused.text, /nothing with this id/);
      const { text } = await ofOther.ask('read_board', { board });
      assert.match(text, /requires the permission board:view/);
      await agent.call('read_board', { board });
    });

    test('a token that is revoked ends an agent at its next call', async () => {
      const { key } = await keyWithoutLimits(service, ada);
      const agent = await agentBy(key);
      await agent.call('overview');
      await service.sql(`delete from api_keys where key_hash = '${hashOf(key)}'`);
      if (way.transport === 'http') return assert.rejects(agent.ask('overview'), /401|Unauthorized/i);
      const refused = await agent.ask('overview');
      assert.deepEqual(refused, {
        isError: true,
        text: '401 Authorization not provided. The token is not valid, or not any more: ask your user for a new one.',
      });
    });

    test('a closed board is not there for who is no member of it', async () => {
      const { workspace, board, lists } = await makeBoard(ada, { name: 'Hidden' });
      const card = await makeCard(ada, nth(lists, 0), { title: 'Hidden as well' });
      const ben = await service.signUp(`ben-${way.transport}-${way.mode}`);
      await addMember(service, workspace, ben);
      await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
      const agent = await agentBy(ben.token);
      assert.doesNotMatch((await agent.ask('overview')).text, /Hidden/);
      const found = await agent.call<{ results: unknown[] }>('find', { workspace, query: 'hidden' });
      assert.deepEqual(found.results, []);
      for (const [tool, input] of [
        ['read_board', { board }],
        ['read_card', { card }],
        ['history', { card }],
        ['history', { board }],
        ['see', { card, attachment: 'x' }],
      ] as const) {
        const refused = await agent.ask(tool, input);
        assert.deepEqual([refused.isError, refused.text.includes('Hidden')], [true, false], tool);
      }
    });

    test('invalid arguments are reported with the reason, and change nothing', async () => {
      const { lists } = await makeBoard(ada);
      const agent = await agentBy(ada.token);
      const list = nth(lists, 0);
      const recorded = await service.recorded(async () => {
        for (const [tool, input, told] of [
          ['create_cards', { list, cards: [{}] }, /title/],
          ['create_cards', { list, cards: [] }, /cards/],
          ['create_cards', { list, cards: [{ title: ' ' }] }, /^400 .*title/],
          ['create_cards', { list, cards: [{ title: 'x' }], colour: 'red' }, /additional|unknown/i],
          ['create_cards', { list, cards: [{ title: 'x', colour: 'red' }] }, /additional|unknown/i],
          ['create_cards', { list: 'short', cards: [{ title: 'x' }] }, /list/],
          ['create_cards', { list: '0'.repeat(16), cards: [{ title: 'x' }] }, /^40[03] .*/],
          ['create_cards', { list, cards: [{ title: 'x', dueDate: 'tomorrow' }] }, /^400 .*dueDate/],
          [
            'create_cards',
            { list, cards: [{ title: 'x' }, { title: 'y', relations: ['blocks #3'] }] },
            /no #3/,
          ],
          ['create_cards', { list, cards: [{ title: 'x' }, { title: 'y', labels: ['none'] }] }, /none/],
          ['read_card', { card: '0'.repeat(16) }, /^404 Not found.*look it up/],
          ['write', { card: '0'.repeat(16) }, /^400/],
          ['change_cards', { changes: [] }, /changes/],
          ['history', {}, /one of card and board/],
          ['find', { query: 'x', cursor: 'y' }, /Narrow it down/],
        ] as const) {
          const { isError, text } = await agent.ask(tool, input);
          assert.equal(isError, true, `${tool} ${JSON.stringify(input)}: ${text}`);
          assert.match(text, told);
        }
      });
      assert.deepEqual(recorded, []);
      await assert.rejects(agent.ask('delete_board', {}), /delete_board/);
    });

    test('boards and comments are returned whole, in pages, and no result is long', async () => {
      const { board, lists } = await makeBoard(ada);
      for (let index = 0; index < 5; index++) {
        await makeCard(ada, nth(lists, 0), {
          title: `${index} ${'x'.repeat(1500)}`,
          description: 'y'.repeat(9000),
        });
      }
      const agent = await agentBy(ada.token);
      const titles: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page: BoardTold = await agent.call('read_board', { board, limit: 2, cursor });
        titles.push(...cardsOf(page).map(({ title }) => nth(title.split(' '), 0)));
        cursor = page.nextCursor;
      } while (cursor);
      assert.deepEqual(titles, ['0', '1', '2', '3', '4']);
      const { text } = await agent.ask('read_board', { board });
      assert.ok(text.length < 5 * 1500 + 2000, `${text.length} characters for five cards of 1500`);
      const card = await makeCard(ada, nth(lists, 1));
      const params = { cardPublicId: card };
      for (let index = 0; index < 7; index++) {
        await ada.call(api.comments.create, { params, body: { comment: `${index}${'z'.repeat(9900)}` } });
      }
      const newest = await agent.call<CardTold>('read_card', { card, commentLimit: 3 });
      assert.deepEqual(
        newest.comments.map(({ comment }) => comment[0]),
        ['6', '5', '4'],
      );
      const seen: string[] = [];
      for (let next: string | null = 'newest'; next; ) {
        const { text: told } = await agent.ask('read_card', {
          card,
          commentLimit: 20,
          commentCursor: next,
        });
        assert.ok(told.length <= 40_000, `${told.length} characters`);
        const page = JSON.parse(told) as CardTold;
        seen.push(...page.comments.map(({ comment }) => comment));
        next = page.nextCommentCursor;
      }
      assert.deepEqual(
        seen,
        ['6', '5', '4', '3', '2', '1', '0'].map((digit) => digit + 'z'.repeat(9900)),
      );
    });

    test('many calls at once are all done, once each', async () => {
      const { board, lists } = await makeBoard(ada);
      const agent = await agentBy(ada.token);
      const titles = Array.from({ length: 60 }, (_, index) => `Card ${index}`);
      await Promise.all(
        titles.map((title) => agent.call('create_cards', { list: nth(lists, 0), cards: [{ title }] })),
      );
      const cards = cardsOf(await agent.call<BoardTold>('read_board', { board, limit: 200 }));
      assert.deepEqual(new Set(cards.map(({ title }) => title)), new Set(titles));
      assert.equal(cards.length, titles.length);
    });
  });
}

test('tools say what they do to what there is, and none deletes for good', async () => {
  const agent = await agentOn(service.address, ada.token, nth(ways, 0));
  const { tools } = await agent.client.listTools();
  assert.match(agent.client.getInstructions() ?? '', /data/);
  await agent.close();
  assert.ok(tools.length <= 18);
  for (const { name, annotations, inputSchema } of tools) {
    assert.equal(annotations?.readOnlyHint, /^(overview|find|read_|history|see|wait)/.test(name), name);
    assert.doesNotMatch(name, /delete|remove|purge/);
    assert.equal(inputSchema.additionalProperties, false, name);
    // Keywords of the contract's dialect that are not part of JSON Schema.
    assert.doesNotMatch(JSON.stringify(inputSchema), /"nullable"|"x-|"example"/, name);
  }
  assert.ok(JSON.stringify(tools).length < 16_000, 'what every conversation pays for stays small');
});
