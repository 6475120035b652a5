import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import { type Actor, authenticate } from '../server/src/base/access/actor.ts';
import { type Config, readConfig } from '../server/src/base/config/config.ts';
import { query } from '../server/src/base/db/query.ts';
import { readBoardtoolJson } from '../server/src/imports/boardtool-json.ts';
import { importBoards } from '../server/src/imports/flows/import-now.ts';
import type { ImportedBoard } from '../server/src/imports/imported-board.ts';
import { type RunningService, startService } from '../server/src/start.ts';
import { signUp } from '../server/src/users/flows/sign-up.ts';
import { openSession } from '../server/src/users/sessions.ts';
import { createWorkspace } from '../server/src/workspaces/actions/create.ts';
import { readArguments } from './arguments.ts';
import { pagesProblem } from './pages.ts';
import { closeOnSignal } from './serve.ts';

/** The account of the demo; its email address identifies a database as the demo's. */
const account = { email: 'demo@taskboard.example', name: 'Demo' };

/**
 * Runs the service on an empty database with one board: from `file`, an export of the board tool, or a small built-in one. On
 * the database of an earlier demo it signs in again, and adds a board only if a file is given.
 */
export async function demo(args: string[]): Promise<void> {
  const file = args.length > 0 ? readArguments(args, ['file'], {}).given.file : undefined;
  const read = readExport(file);
  if (!read) return;
  const service = await startService(demoConfig());
  try {
    const user = await service.db.first(oldestUser, {});
    if (user && user.email !== account.email) throw new Error(notEmpty);
    const password = service.secrets.sign('password of the demo').slice(0, 16);
    const token = await signIn(service, user, password);
    const { workspace, warnings } = await load(service, token, user && !file ? undefined : read);
    for (const line of warnings) console.log(`Not imported as it was: ${line}`);
    const text = await welcome(service, { workspace, token, password });
    closeOnSignal(service);
    console.log(text);
  } catch (error) {
    await service.close();
    explain(`The demo cannot run: ${messageOf(error)}`);
  }
}

/** Uses a folder of its own, so that nobody runs the demo on real data by mistake. */
function demoConfig(): Config {
  const { DATA_DIR, ...environment } = process.env;
  // Log warnings only, so that the welcome text stands out.
  return readConfig({ LOG_LEVEL: 'warn', ...environment, DATA_DIR: DATA_DIR?.trim() || './demo-data' });
}

const notEmpty = 'the database is not empty. Set DATA_DIR to a folder that does not exist yet.';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function explain(reason: string): undefined {
  console.error(reason);
  process.exitCode = 1;
}

/** Reads a board before anything is created; stops with a one-line reason if it cannot. */
function readExport(file: string | undefined): ImportedBoard | undefined {
  // npm runs commands in the package's folder, and passes the original one in INIT_CWD.
  const from = process.env.INIT_CWD ?? process.cwd();
  const path = file ? resolve(from, file) : join(import.meta.dirname, 'demo-board.json');
  try {
    return readBoardtoolJson(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    return explain(`${path} cannot be loaded: ${messageOf(error)}`);
  }
}

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
  const { token } = user
    ? await service.changeAccounts((work) => openSession(service, work, user, origin, 'password'))
    : await signUp(service, { ...account, password }, origin);
  return token;
}

const clientOf = ({ address }: RunningService, token: string): Client =>
  createClient({ baseUrl: `${address}/api/v1`, token });

/** Imports the board, if any, into the demo workspace, which is created if there is none. */
async function load(service: RunningService, token: string, read: ImportedBoard | undefined) {
  const actor = await authenticate(service.db, token, service.clock.now());
  if (!actor) throw new Error('its session has ended');
  const [first] = await clientOf(service, token).call(api.workspaces.list);
  const workspace = first?.workspace.publicId ?? (await makeWorkspace(service, actor));
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

async function makeWorkspace(service: RunningService, actor: Actor): Promise<string> {
  const { publicId } = await service.changeAs(actor)((work) => createWorkspace(work, { name: 'Demo' }));
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
