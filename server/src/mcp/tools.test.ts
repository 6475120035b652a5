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
  publicId: string;
}

interface BoardTold {
  lists: { publicId: string; name: string }[];
  labels: { publicId: string; name: string }[];
  members: { publicId: string; name: string }[];
  cards: {
    publicId: string;
    listPublicId: string;
    title: string;
    done?: true;
    labels?: string[];
    members?: string[];
  }[];
  nextCursor: string | null;
}

interface CardTold {
  number: string;
  title: string;
  description?: string;
  dueDate?: string;
  list: { name: string };
  checklists: {
    publicId: string;
    name: string;
    items: { publicId: string; title: string; completed?: true }[];
  }[];
  comments: { by: string; comment: string }[];
  relations?: { type: string; publicId: string; title: string }[];
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
      const known = await call<{ workspaces: { publicId: string; boards: Made[] }[] }>('list_boards');
      assert.equal(known.workspaces.find(({ publicId }) => publicId === workspace)?.boards.length, 1);
      const { publicId: board } = await call('create_board', {
        workspacePublicId: workspace,
        name: 'Release',
        lists: ['To do', 'Done'],
        labels: ['Urgent'],
      });
      const { boards } = await call<{ boards: Made[] }>('list_boards', { workspacePublicId: workspace });
      assert.ok(boards.some(({ publicId }) => publicId === board));
      await call('create_list', { boardPublicId: board, name: 'Later' });
      const outline = await call<BoardTold>('get_board', { boardPublicId: board });
      assert.deepEqual(
        outline.lists.map(({ name }) => name),
        ['To do', 'Done', 'Later'],
      );
      const [toDo, done] = outline.lists;
      const me = nth(outline.members, 0);
      const { publicId: card } = await call('create_card', {
        listPublicId: toDo?.publicId,
        title: 'Write <b>the</b> notes',
        description: '**All** of `them`',
        memberPublicIds: [me.publicId],
        dueDate: '2030-01-02',
      });
      const { publicId: other } = await call('create_card', {
        listPublicId: toDo?.publicId,
        title: 'Another',
      });
      await call('add_comment', { cardPublicId: card, comment: 'Begun' });
      const checklist = await call<{ publicId: string; items: Made[] }>('add_checklist', {
        cardPublicId: card,
        name: 'Steps',
        items: ['One', 'Two'],
      });
      await call('add_checklist_item', { checklistPublicId: checklist.publicId, title: 'Three' });
      for (const memberPublicId of ['me', ada.email])
        await call('add_checklist_item', {
          checklistPublicId: checklist.publicId,
          title: `For ${memberPublicId}`,
          memberPublicId,
        });
      const { checklists } = await call<{ checklists: { items: { memberPublicId?: string }[] }[] }>(
        'get_card',
        { cardPublicId: card },
      );
      assert.deepEqual(
        checklists.flatMap(({ items }) => items.flatMap(({ memberPublicId }) => memberPublicId ?? [])),
        [me.publicId, me.publicId],
      );
      const item = nth(checklist.items, 0).publicId;
      await call('update_checklist_item', { checklistItemPublicId: item, completed: true });
      await call('edit_text', { cardPublicId: card, oldText: '`them`', newText: '*them*' });
      const { user } = await call<{ user: { email: string } }>('whoami');
      assert.equal(user.email, ada.email);
      await call('update_card', { cardPublicId: card, title: 'Write the notes', dueDate: null });
      await call('update_card', { cardPublicId: card, listPublicId: done?.publicId, index: 0 });
      const blockers = (remove: boolean) => ({
        cardPublicId: card,
        relations: [`${remove ? '-' : ''}blocked-by ${other}`],
      });
      await call('update_card', { ...blockers(false), completed: false });
      const related = async () =>
        (await call<Pick<CardTold, 'relations'>>('get_card', { cardPublicId: card })).relations;
      assert.deepEqual(
        (await related())?.map(({ type, publicId, title }) => [type, publicId, title]),
        [['blocked-by', other, 'Another']],
      );
      await call('update_card', blockers(true));
      assert.equal(await related(), undefined);
      const operations = [
        { type: 'label', cardPublicId: card, labelPublicId: nth(outline.labels, 0).publicId },
        { type: 'archive', cardPublicId: other },
      ];
      const { changed } = await call<{ changed: number }>('change_cards', { operations });
      assert.equal(changed, 2);
      await call('change_cards', { operations: [{ type: 'restore', cardPublicId: other }] });
      const deletion = { operations: [{ type: 'delete', cardPublicId: other }] };
      assert.equal((await agent.ask('change_cards', deletion)).isError, true);
      await call('change_cards', { operations: [{ type: 'archive', cardPublicId: other }] });
      const { results } = await call<{ results: Made[] }>('search', {
        workspacePublicId: workspace,
        query: 'write notes',
      });
      assert.ok(results.some(({ publicId }) => publicId === card));
      const mine = await call<{ cards: Made[] }>('list_my_cards', { workspacePublicId: workspace });
      assert.ok(mine.cards.some(({ publicId }) => publicId === card));
      const whole = await call<CardTold>('get_card', { cardPublicId: card });
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
        [['ada', 'Begun']],
      );
      const now = await call<BoardTold>('get_board', { boardPublicId: board });
      assert.deepEqual(
        now.cards.map(({ publicId, listPublicId, labels, members }) => [
          publicId,
          listPublicId,
          labels,
          members,
        ]),
        [[card, done?.publicId, ['Urgent'], ['ada']]],
      );
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
      const of = { listPublicId: nth(lists, 0), title: 'One', memberPublicIds: ['me'], boardPublicId: board };
      const { publicId: card } = await agent.call<Made>('create_card', { ...of, ...dates });
      const read = async (id = card) => {
        const { dueDate, startDate } = await agent.call<typeof dates>('get_card', { cardPublicId: id });
        return { dueDate, startDate };
      };
      assert.deepEqual(await read(), dates);
      const { cards } = await agent.call<BoardTold>('get_board', { boardPublicId: board });
      assert.equal((nth(cards, 0) as { dueDate?: string }).dueDate, '2030-01-02');
      const { publicId: copy } = await agent.call<Made>('create_card', { ...of, ...(await read()) });
      const workOf = async (cardPublicId: string) =>
        (await person.call(api.cards.get, { params: { cardPublicId }, query: { include: ['work'] } })).work;
      assert.deepEqual(
        [(await workOf(copy))?.due, (await workOf(copy))?.start],
        [{ date: '2030-01-02' }, { time: '2030-01-01T00:00:00.000Z' }],
      );

      const list = await agent.call<Made>('add_checklist', { cardPublicId: card, name: 'Steps', items: [] });
      const item = {
        checklistPublicId: list.publicId,
        title: 'Ask',
        memberPublicId: me,
        dueDate: dates.startDate,
      };
      await agent.call('add_checklist_item', item);
      const items = async () =>
        nth((await agent.call<CardTold>('get_card', { cardPublicId: card })).checklists, 0).items;
      const [told] = (await items()) as (Made & { dueDate?: string; memberPublicId?: string })[];
      assert.deepEqual([told?.dueDate, told?.memberPublicId], [dates.startDate, me]);
      const mine = await agent.call<{ cards: { yourItems?: object[] }[] }>('list_my_cards', {});
      const own = { publicId: told?.publicId, title: 'Ask', dueDate: dates.startDate };
      assert.deepEqual(
        mine.cards.flatMap(({ yourItems = [] }) => yourItems),
        [own],
      );
      const change = (given: object) =>
        agent.call<object>('update_checklist_item', { checklistItemPublicId: told?.publicId, ...given });
      assert.partialDeepStrictEqual(await change({ dueDate: '2030-01-05' }), { dueDate: '2030-01-05' });
      assert.ok(!('memberPublicId' in (await change({ memberPublicId: null }))));
      assert.partialDeepStrictEqual(await change({ memberPublicId: 'me' }), { memberPublicId: me });
    });

    test('an agent completes cards, opens them again, and sees which are done', async () => {
      const person = await service.signUp(`done-${way.transport}-${way.mode}`);
      const { board, lists } = await makeBoard(person);
      const [one, two] = [await makeCard(person, nth(lists, 0)), await makeCard(person, nth(lists, 0))];
      const agent = await agentBy(person.token);
      await agent.call('update_card', { cardPublicId: one, completed: true });
      const doneOn = async (more: object = {}) => {
        const { cards } = await agent.call<BoardTold>('get_board', { boardPublicId: board, ...more });
        return cards.map(({ publicId, done }) => [publicId, done]);
      };
      assert.deepEqual(await doneOn(), [
        [one, true],
        [two, undefined],
      ]);
      assert.deepEqual(await doneOn({ completed: true }), [[one, true]]);
      assert.deepEqual(await doneOn({ completed: false }), [[two, undefined]]);
      assert.deepEqual(await doneOn({ filter: 'is:done -created:yesterday' }), [[one, true]]);
      const { completedAt } = await agent.call<{ completedAt?: string }>('get_card', { cardPublicId: one });
      assert.equal(typeof completedAt, 'string');
      const operations = [
        { type: 'change', cardPublicId: one, completed: false },
        { type: 'change', cardPublicId: two, completed: true },
      ];
      await agent.call('change_cards', { operations });
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
          agent.ask('create_card', { listPublicId: nth(lists, 0), title: 'No' }),
          /create_card/,
        );
        await assert.rejects(agent.ask('add_comment', { cardPublicId: card, comment: 'No' }), /add_comment/);
      });
      assert.deepEqual(recorded, []);
      const { tools } = await agent.client.listTools();
      assert.deepEqual(
        tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
        [],
      );
      const whole = await agent.call<{ comments: unknown }>('get_card', { cardPublicId: card });
      assert.equal(whole.comments, 'not yours to read');
      const { key: other } = await keyOf(service, ada, ['workspace:view', 'card:view', 'card:create']);
      const guest = await service.signUp(`guest-${way.transport}-${way.mode}`);
      await addMember(service, workspace, guest, { role: 'guest' });
      const [ofGuest, ofOther] = [await agentBy(guest.token), await agentBy(other)];
      const refused = await ofGuest.ask('create_card', { listPublicId: nth(lists, 0), title: 'No' });
      assert.match(
        refused.text,
        /^403 Insufficient access: This requires the permission card:create\. .*lacks/,
      );
      assert.doesNotMatch(refused.text, /nothing with this id/);
      const { text } = await ofOther.ask('get_board', { boardPublicId: board });
      assert.match(text, /requires the permission board:view/);
      await agent.call('get_board', { boardPublicId: board });
    });

    test('a token that is revoked ends an agent at its next call', async () => {
      const { key } = await keyWithoutLimits(service, ada);
      const agent = await agentBy(key);
      await agent.call('list_boards');
      await service.sql(`delete from api_keys where key_hash = '${hashOf(key)}'`);
      if (way.transport === 'http') return assert.rejects(agent.ask('list_boards'), /401|Unauthorized/i);
      const refused = await agent.ask('list_boards');
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
      assert.doesNotMatch((await agent.ask('list_boards')).text, /Hidden/);
      const found = await agent.call<{ results: unknown[] }>('search', {
        workspacePublicId: workspace,
        query: 'hidden',
      });
      assert.deepEqual(found.results, []);
      for (const [tool, input] of [
        ['get_board', { boardPublicId: board }],
        ['get_card', { cardPublicId: card }],
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
          ['create_card', { listPublicId: list }, /title/],
          ['create_card', { listPublicId: list, title: '' }, /title/],
          ['create_card', { listPublicId: list, title: ' ' }, /^400 .*title/],
          ['create_card', { listPublicId: list, title: 'x', colour: 'red' }, /additional|unknown/i],
          ['create_card', { listPublicId: 'short', title: 'x' }, /listPublicId/],
          ['create_card', { listPublicId: '0'.repeat(16), title: 'x' }, /^40[03] .*/],
          ['create_card', { listPublicId: list, title: 'x', dueDate: 'tomorrow' }, /^400 .*dueDate/],
          ['get_card', { cardPublicId: '0'.repeat(16) }, /^404 Not found.*look it up/],
          ['update_card', { cardPublicId: '0'.repeat(16) }, /^400/],
          ['change_cards', { operations: [] }, /operations/],
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
        const page: BoardTold = await agent.call('get_board', { boardPublicId: board, limit: 2, cursor });
        titles.push(...page.cards.map(({ title }) => nth(title.split(' '), 0)));
        cursor = page.nextCursor;
      } while (cursor);
      assert.deepEqual(titles, ['0', '1', '2', '3', '4']);
      const { text } = await agent.ask('get_board', { boardPublicId: board });
      assert.ok(text.length < 5 * 1500 + 2000, `${text.length} characters for five cards of 1500`);
      const card = await makeCard(ada, nth(lists, 1));
      const params = { cardPublicId: card };
      for (let index = 0; index < 7; index++) {
        await ada.call(api.comments.create, { params, body: { comment: `${index}${'z'.repeat(9900)}` } });
      }
      const newest = await agent.call<CardTold>('get_card', { ...params, commentLimit: 3 });
      assert.deepEqual(
        newest.comments.map(({ comment }) => comment[0]),
        ['6', '5', '4'],
      );
      const seen: string[] = [];
      for (let next: string | null = 'newest'; next; ) {
        const { text: told } = await agent.ask('get_card', {
          ...params,
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
        titles.map((title) => agent.call('create_card', { listPublicId: nth(lists, 0), title })),
      );
      const { cards } = await agent.call<BoardTold>('get_board', { boardPublicId: board, limit: 200 });
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
  assert.ok(tools.length <= 16);
  for (const { name, annotations, inputSchema } of tools) {
    assert.equal(annotations?.readOnlyHint, /^(list|get|search|whoami)/.test(name), name);
    assert.doesNotMatch(name, /delete|remove|purge/);
    assert.equal(inputSchema.additionalProperties, false, name);
    // Keywords of the contract's dialect that are not part of JSON Schema.
    assert.doesNotMatch(JSON.stringify(inputSchema), /"nullable"|"x-|"example"/, name);
  }
  assert.ok(JSON.stringify(tools).length < 16_000, 'what every conversation pays for stays small');
});
