import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../contract/api.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

const selfHosting = readFileSync(join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8');

/* Which texts a search finds, with the engine's index, and without it where it is optional. */

const database = await testDatabase({ extensions: false });
const services = {
  'with an index': await testService(),
  ...(engine === 'postgres' ? { 'without an index': await testService({}, {}, database) } : {}),
};
after(() => database.remove());

for (const [how, service] of Object.entries(services)) {
  const ada = await service.signUp('ada');

  /** A workspace with a card per title; the returned function searches it and returns titles. */
  async function cardsWith(...titles: string[]) {
    const { workspace, lists } = await makeBoard(ada, { name: '¤' });
    for (const title of titles) await makeCard(ada, nth(lists, 0), { title });
    const params = { workspacePublicId: workspace };
    return async (query: string) => {
      const found = await ada.call(api.search.workspace, { params, query: { query, limit: 50 } });
      return found.map(({ title }) => title).sort();
    };
  }

  test(`there is an index only where there should be one (${how})`, async () => {
    if (engine !== 'postgres') return;
    const indexes = await service.sql("select 1 from pg_class where relname = 'search_texts_trigrams'");
    assert.equal(indexes.length, how === 'with an index' ? 1 : 0);
  });

  test(`case and accents do not matter, in neither direction (${how})`, async () => {
    const find = await cardsWith('Café', 'CAFE', 'cafe\u0301', 'çafè', 'caff');
    const all = ['CAFE', 'Café', 'cafe\u0301', 'çafè'].sort();
    for (const query of ['cafe', 'Café', 'CAFÉ', 'cafe\u0301', 'ÇAFE']) {
      assert.deepEqual(await find(query), all, query);
    }
  });

  const pairs: [string, string][] = [
    ['Straße', 'STRASSE'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσεύς'],
    ['Łódź', 'lodz'],
    ['smørrebrød', 'SMORREBROD'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['Ёлка', 'ЕЛКА'],
    ['Việt Nam', 'viet nam'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ﬁnanzen', 'finanzen'],
    ['ｶﾀｶﾅ', 'カタカナ'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['co\u034foperate', 'cooperate'],
  ];
  test(`what is written otherwise in other alphabets is the same word (${how})`, async () => {
    const find = await cardsWith(...pairs.map(([title]) => title));
    for (const [title, query] of pairs) assert.deepEqual(await find(query), [title], query);
    const other = await cardsWith(...pairs.map(([, title]) => title));
    for (const [query, title] of pairs) assert.deepEqual(await other(query), [title], query);
  });

  test(`text without spaces is found by what stands within it (${how})`, async () => {
    const find = await cardsWith('東京都庁の会議室を予約する', '北京会议', '회의실 예약', 'ประชุมทีม');
    assert.deepEqual(await find('会議室'), ['東京都庁の会議室を予約する']);
    assert.deepEqual(await find('会議'), ['東京都庁の会議室を予約する']);
    assert.deepEqual(await find('予'), ['東京都庁の会議室を予約する']);
    assert.deepEqual(await find('会议'), ['北京会议']);
    assert.deepEqual(await find('京'), ['北京会议', '東京都庁の会議室を予約する']);
    assert.deepEqual(await find('의실'), ['회의실 예약']);
    assert.deepEqual(await find('ทีม'), ['ประชุมทีม']);
  });

  test(`a mark that makes another letter matters (${how})`, async () => {
    const find = await cardsWith('はし', 'ばし', 'ぱし');
    assert.deepEqual(await find('はし'), ['はし']);
    assert.deepEqual(await find('は\u3099し'), ['ばし']);
  });

  test(`one and two characters are enough (${how})`, async () => {
    const find = await cardsWith('abc', 'xbcd', 'é', '😀 ok', '%');
    assert.deepEqual(await find('a'), ['abc']);
    assert.deepEqual(await find('bc'), ['abc', 'xbcd']);
    assert.deepEqual(await find('E'), ['é']);
    assert.deepEqual(await find('😀'), ['😀 ok']);
    assert.deepEqual(await find('%'), ['%']);
    assert.deepEqual(await find('zz'), []);
  });

  test(`all words have to be found, in any order, within longer ones too (${how})`, async () => {
    const find = await cardsWith('Write the release notes', 'Release the hounds', 'Notes');
    assert.deepEqual(await find('notes release'), ['Write the release notes']);
    assert.deepEqual(await find('release  the'), ['Release the hounds', 'Write the release notes']);
    assert.deepEqual(await find('elea hou'), ['Release the hounds']);
    assert.deepEqual(await find('release nothing'), []);
    assert.deepEqual(await find('the the the'), ['Release the hounds', 'Write the release notes']);
  });

  const plain = [
    '"quoted"',
    "it's",
    '*',
    'a*',
    'NEAR(a b)',
    'a AND b',
    'a OR b',
    'NOT a',
    '100%',
    '_',
    'snake_case',
    '\\',
    '\\%',
    '-',
    '--',
    '-minus',
    '^a',
    'title:a',
    '{a b}: c',
    '(',
    ')',
    '[',
    '"',
    '""',
    '"""',
    "'",
    "''",
    ';',
    '$1',
    '?',
    ':a',
    '+a',
    'a+b',
    '<b>&amp;',
    '{"a":1}',
    'null',
    'a\\"b',
    '~',
    '.*',
    '%s%n',
  ];
  test(`what means something elsewhere is text here (${how})`, async () => {
    const find = await cardsWith(...plain);
    for (const query of plain) {
      const words = query.toLowerCase().split(' ');
      const holding = plain.filter((title) => words.every((word) => title.toLowerCase().includes(word)));
      assert.deepEqual(await find(query), holding.sort(), query);
    }
  });

  test(`any part of any title finds it (${how})`, async () => {
    const characters = fc.constantFrom(
      ...Array.from(' ab"\'*%_\\-()[]{}:^+~.,;!?$&|<>/@#=`éÉßǅ日本語한국😀👩\u200d'),
    );
    const part = fc.string({ unit: characters, minLength: 1, maxLength: 8 });
    const { workspace, lists } = await makeBoard(ada);
    await fc.assert(
      fc.asyncProperty(part, part, part, async (before, query, behind) => {
        fc.pre(/[^\s\p{Default_Ignorable_Code_Point}]/u.test(query));
        const id = await makeCard(ada, nth(lists, 0), { title: `${before}|${query}|${behind}` });
        const params = { workspacePublicId: workspace };
        const [newest] = await ada.call(api.search.workspace, { params, query: { query } });
        assert.equal(newest?.publicId, id);
      }),
      { numRuns: 100 },
    );
  });

  test(`a query without a word finds nothing (${how})`, async () => {
    const find = await cardsWith('a', '\u0301a');
    for (const query of ['\u0301', '\u0301 \u0300']) {
      assert.deepEqual(await find(query), [], JSON.stringify(query));
    }
  });

  test(`a title, a description and a comment are found however long they are (${how})`, async () => {
    const { workspace, lists } = await makeBoard(ada);
    const filler = 'lorem ipsum '.repeat(800);
    const title = `${'dolor '.repeat(300)}needleone`;
    const card = await makeCard(ada, nth(lists, 0), { title, description: `${filler}needletwo` });
    const params = { cardPublicId: card };
    await ada.call(api.comments.create, { params, body: { comment: `${filler}needlethree` } });
    for (const query of ['needleone', 'needletwo', 'needlethree', 'x'.repeat(100), 'one two three']) {
      const found = await ada.call(api.search.workspace, {
        params: { workspacePublicId: workspace },
        query: { query },
      });
      assert.equal(found.length, query.startsWith('needle') ? 1 : 0, query);
    }
  });

  test(`an index that is added later, as the documents say, serves searches (${how})`, async () => {
    if (how === 'with an index') return;
    const find = await cardsWith('found before', 'found after');
    assert.equal((await find('found')).length, 2);
    const [, statements = ''] = /```sql\n(\s*create extension pg_trgm;.*?)```/s.exec(selfHosting) ?? [];
    for (const statement of statements.split(';').filter((each) => each.trim() !== '')) {
      await service.sql(statement);
    }
    // The service's connections report their statistics with a delay.
    await until(async () => {
      assert.deepEqual(await find('found before'), ['found before']);
      const [asked] = await service.sql(
        "select pg_stat_get_numscans('search_texts_trigrams'::regclass) as n",
      );
      return Number(asked?.n) > 0;
    });
  });
}
