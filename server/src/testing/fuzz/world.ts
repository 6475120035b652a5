import { maskOf } from '../../../../contract/permissions.ts';
import { hashOf, newToken, prefixOf } from '../../base/access/tokens.ts';
import { hour } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { passwords } from '../../users/passwords.ts';
import { makeBoard, makeCard, nth } from '../fixtures.ts';
import { addMember } from '../members.ts';
import type { Person, TestService } from '../service.ts';
import { makeThings } from '../things.ts';
import { password } from './names.ts';
import { Pool } from './pool.ts';

/** The environment of a sequence of requests: people of all kinds, and one of everything. */
export interface World {
  readonly pool: Pool;
  /** Headers that identify the callers; the first may do everything. */
  readonly callers: Record<string, string>[];
}

let peopleMade = 0;

const passwordHash = await passwords.hash(password);

export async function makeWorld(service: TestService): Promise<World> {
  const pool = new Pool();
  const names = 'founder target member guest moderator paused invited outsider late'.split(' ');
  const people = await makePeople(service, names);
  for (const { id, email } of people) pool.add('person', id, {}, { email });
  const [founder, target, member, guest, moderator, paused, invited, outsider, late] = people as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  const { workspace, otherWorkspace, ...things } = await makeThings(service, founder, target);
  const elsewhere = await makeBoard(outsider);
  pool.add('board', elsewhere.board, { workspace: elsewhere.workspace });
  pool.add('card', await makeCard(outsider, nth(elsewhere.lists, 0)), {
    workspace: elsewhere.workspace,
    board: elsewhere.board,
  });
  pool.add('workspace', otherWorkspace, {});
  pool.add('workspace', workspace, {});
  const within = {
    workspace,
    board: things.board,
    list: things.list,
    card: things.card,
    webhook: things.webhook,
    codeHost: things.codeHost,
    channel: things.channel,
  };
  for (const [kind, id] of Object.entries(things)) pool.add(kind, id, within);
  await publish(service, pool, workspace, things.board);
  pool.add('page', `${service.publicUrl}/signed-in`, {});

  await addMember(service, workspace, member);
  await addMember(service, workspace, guest, { role: 'guest' });
  await addMember(service, workspace, moderator, {
    granted: ['comment:delete', 'member:edit', 'member:invite'],
  });
  await addMember(service, workspace, paused, { role: 'admin', status: 'paused' });
  await addMember(service, workspace, invited, { status: 'invited' });
  await service.sql(`update sessions set expires_at = 1 where user_id = '${late.id}'`);
  const callers = [founder, member, founder, guest, moderator, outsider, target, paused, invited, late];
  return {
    pool,
    callers: [
      ...callers.map(({ token }) => ({ authorization: `Bearer ${token}` })),
      { 'x-api-key': await makeKey(service, founder) },
      { 'x-api-key': await makeKey(service, founder, { permissions: maskOf(['card:view', 'card:edit']) }) },
      { 'x-api-key': await makeKey(service, founder, { workspace }) },
      {},
      { authorization: `Bearer ${newToken('session')}` },
    ],
  };
}

/** Makes a board public, and adds its slugs to the pool. */
async function publish(service: TestService, pool: Pool, workspace: string, board: string): Promise<void> {
  await service.sql(`update boards set visibility = 'public' where id = '${board}'`);
  const [slugs] = await service.sql<{ ofBoard: string; ofWorkspace: string }>(
    `select b.slug as "ofBoard", w.slug as "ofWorkspace" from boards b join workspaces w on w.id = b.workspace_id
     where b.id = '${board}'`,
  );
  pool.add('board', board, { workspace }, { slug: slugs?.ofBoard ?? '' });
  pool.add('workspace', workspace, {}, { slug: slugs?.ofWorkspace ?? '' });
}

/** Inserted directly into the database: signing up takes as long as a hundred requests. */
async function makePeople(service: TestService, names: readonly string[]): Promise<Person[]> {
  const now = service.clock.now();
  const people = names.map((name) => {
    const token = newToken('session');
    const id = newId(now);
    return { id, email: `${name}${++peopleMade}@example.com`, token, ...service.caller(token) };
  });
  const users = people.map(({ id, email }) => `('${id}', '${email}', 'Some One', '${passwordHash}', ${now})`);
  const sessions = people.map(
    ({ id, token }) => `('${newId(now)}', '${id}', '${hashOf(token)}', ${now}, ${now}, ${now + 800 * hour})`,
  );
  await service.sql(`insert into users (id, email, name, password_hash, created_at) values ${users.join()}`);
  await service.sql(`insert into sessions (id, user_id, token_hash, created_at, last_used_at, expires_at)
    values ${sessions.join()}`);
  return people;
}

async function makeKey(
  service: TestService,
  { id }: Person,
  { permissions = null, workspace = null }: { permissions?: number | null; workspace?: string | null } = {},
): Promise<string> {
  const key = newToken('key');
  await service.sql(`insert into api_keys (user_id, name, prefix, key_hash, permissions, workspace_id, created_at)
    values ('${id}', 'a key', '${prefixOf(key)}', '${hashOf(key)}', ${permissions},
      ${workspace && `'${workspace}'`}, ${service.clock.now()})`);
  return key;
}
