import type { TestContext } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { Reading } from '../base/db/database.ts';
import { makeCard } from './fixtures.ts';
import type { Person, TestService } from './service.ts';

/** The heaviest card that may be stored: 2000 items of 500 characters of four bytes, in checklists of 500. */
export async function makeHeavyCard(
  service: Pick<TestService, 'sql'>,
  person: Person,
  list: string,
  title = '\u{1F600}'.repeat(500),
): Promise<string> {
  const card = await makeCard(person, list, { description: '\u{1F600}'.repeat(10_000) });
  for (let checklist = 0; checklist < 4; checklist++) {
    const params = { cardPublicId: card };
    await person.call(api.checklists.create, { params, body: { name: `List ${checklist}` } });
  }
  // Inserted directly: creating them one by one takes half a minute.
  await service.sql(`insert into checklist_items (workspace_id, id, checklist_id, title, completed, position, created_at)
    with recursive n (n) as (select 100 union all select n + 1 from n where n < 599)
    select k.workspace_id, substr(k.id, 3) || n.n, k.id, n.n || substr('${title}', 1, 497), n.n % 2, 'a' || n.n, k.created_at
    from checklists k cross join n where k.card_id = '${card}'`);
  return card;
}

/** The JSON length of the longest result of a read, and the number of reads. */
export function longestRead(t: TestContext, { db }: Pick<TestService, 'db'>) {
  let [longest, count] = [0, 0];
  const noted = <T>(read: T): T => {
    longest = Math.max(longest, JSON.stringify(read ?? null).length);
    count++;
    return read;
  };
  const reads: Reading = { all: db.all.bind(db), first: db.first.bind(db) };
  const noting: Reading = {
    all: async (query, parameters) => noted(await reads.all(query, parameters)),
    first: async (query, parameters) => noted(await reads.first(query, parameters)),
  };
  Object.assign(db, noting);
  t.after(() => Object.assign(db, reads));
  return () => ({ longest, count });
}
