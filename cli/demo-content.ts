import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import { type Actor, authenticate } from '../server/src/base/access/actor.ts';
import { query } from '../server/src/base/db/query.ts';
import { importBoards } from '../server/src/imports/flows/import-now.ts';
import type { ImportedBoard } from '../server/src/imports/imported-board.ts';
import type { RunningService } from '../server/src/start.ts';
import { createUser } from '../server/src/users/flows/create-user.ts';
import { openSession } from '../server/src/users/sessions.ts';
import { createWorkspace } from '../server/src/workspaces/actions/create.ts';
import { pagesProblem } from './pages.ts';

/* What is in a demo: an account, and a workspace with a board. */

/** The account of the demo; its email address identifies a database as the demo's. */
const account = { email: 'demo@taskboard.example', name: 'Demo' };

export interface Content {
  password: string;
  /** The name of the workspace, if it is created. */
  workspace: string;
  /** A board to import. */
  board: ImportedBoard;
  /** Whether the board is imported even if there is a demo already. */
  isAsked: boolean;
}

/** Fills an empty database, or signs in to that of an earlier demo. Prints what the import has left out; returns the welcome. */
export async function fill(service: RunningService, content: Content): Promise<string> {
  const user = await service.db.first(oldestUser, {});
  if (user && user.email !== account.email) throw new Error(notEmpty);
  const token = await signIn(service, user, content.password);
  const { workspace, warnings } = await load(
    service,
    token,
    content.workspace,
    user && !content.isAsked ? undefined : content.board,
  );
  for (const line of warnings) console.log(`Not imported as it was: ${line}`);
  return welcome(service, { workspace, token, password: content.password });
}

const notEmpty = 'the database is not empty. Set DATA_DIR to a folder that does not exist yet.';

interface DemoUser {
  id: string;
  email: string;
  name: string | null;
}

const oldestUser = query('demo.oldestUser', (db) =>
  db.selectFrom('users').select(['id', 'email', 'name']).orderBy('created_at').orderBy('id').limit(1),
);

/** The origin of the session in the account's security log. */
const origin = { network: 'this machine', userAgent: 'taskboard demo' };

/** Opens a session of the demo account, which is created if it does not exist yet. */
async function signIn(
  service: RunningService,
  user: DemoUser | undefined,
  password: string,
): Promise<string> {
  const known = user ?? (await createUser(service, { ...account, password }));
  const { token } = await service.changeAccounts((work) =>
    openSession(service, work, known, origin, 'password'),
  );
  return token;
}

const clientOf = ({ address }: RunningService, token: string): Client =>
  createClient({ baseUrl: `${address}/api/v1`, token });

/** Imports the board, if any, into the demo workspace, which is created if there is none. */
async function load(service: RunningService, token: string, name: string, read: ImportedBoard | undefined) {
  const actor = await authenticate(service.db, token, service.clock.now());
  if (!actor) throw new Error('its session has ended');
  const [first] = await clientOf(service, token).call(api.workspaces.list);
  const workspace = first?.workspace.publicId ?? (await makeWorkspace(service, actor, name));
  const made = read
    ? await importBoards(
        service,
        { actor, change: service.changeAs(actor) },
        { workspacePublicId: workspace, reply: (made) => made },
        'boardtool-json',
        [read],
      )
    : [];
  return { workspace, warnings: made.flatMap(({ warnings }) => warnings) };
}

async function makeWorkspace(service: RunningService, actor: Actor, name: string): Promise<string> {
  const { publicId } = await service.changeAs(actor)((work) => createWorkspace(work, { name }));
  return publicId;
}

interface Demo {
  workspace: string;
  token: string;
  password: string;
}

/** The contents, and three complete requests to try: each can be pasted separately. */
async function welcome(service: RunningService, { workspace, token, password }: Demo): Promise<string> {
  const client = clientOf(service, token);
  const boards = await client.call(api.boards.list, { params: { workspacePublicId: workspace } });
  const places = boards.flatMap(({ publicId, lists }) => lists.map((list) => ({ board: publicId, list })));
  const curl = (path: string, more = '') =>
    `curl ${service.address}/api/v1${path} -H 'authorization: Bearer ${token}'${more}`;
  const sending = (body: object) => ` -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  const [place] = places;
  const requests = [
    curl(`/workspaces/${workspace}/boards`),
    curl(place ? `/boards/${place.board}` : '/users/me'),
    place
      ? curl('/cards', sending({ title: 'My first card', listPublicId: place.list.publicId }))
      : curl(`/workspaces/${workspace}/boards`, sending({ name: 'My board', lists: ['To do'] })),
  ];
  return `
Taskboard listens on ${service.address}
  Boards:   ${boards.map(({ name }) => name).join(', ')}
  Sign in:  ${pagesProblem() ?? `${service.address}/sign-in`}
  Account:  ${account.email}, password ${password}
  Token:    ${token}
  The API:  ${service.address}/docs
  Try it:

${requests.map((request) => `    ${request}`).join('\n')}
`;
}
