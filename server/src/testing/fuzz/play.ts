import fc from 'fast-check';
import type { Operation } from '../../../../contract/operation.ts';
import { second } from '../../base/clock.ts';
import { type DocumentCheck, documentCheck } from '../document.ts';
import type { TestService } from '../service.ts';
import { arrivedAt } from './arrived.ts';
import { Complaint } from './complaint.ts';
import { type Forbidden, forbiddenBy, parsed } from './forbidden.ts';
import { complaints, type Exchange, writtenInVain } from './judge.ts';
import type { Context } from './pool.ts';
import { announcedSize, announcedType, type Drawn, requests, type Stray, strays } from './requests.ts';
import { curlOf, type Received, type Sent, send } from './send.ts';
import { addressed, jsonOf, type Reference } from './values.ts';
import { makeWorld, type World } from './world.ts';
import type { Writes } from './writes.ts';

/** A step: one or several simultaneous requests, or the passage of time. */
export type Step = { together: (Drawn | Stray)[] } | { seconds: number };

const times = [1, 61, 301, 901, 3601, 90_000, 700_000, 2_700_000];

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 100, arbitrary: requests.map((each) => ({ together: [each] })) },
    {
      weight: 3,
      arbitrary: fc.array(requests, { minLength: 2, maxLength: 5 }).map((together) => ({ together })),
    },
    { weight: 3, arbitrary: requests.map((each) => ({ together: [each, each, each] })) },
    { weight: 2, arbitrary: strays.map((each) => ({ together: [each] })) },
    { weight: 1, arbitrary: fc.constantFrom(...times).map((seconds) => ({ seconds })) },
  ),
  { minLength: 1, maxLength: 200, size: 'max' },
);

/** The number of answers by operation and status. */
export type Tally = Map<string, Map<number, number>>;

export interface Stage {
  service: TestService;
  document: DocumentCheck;
  forbidden: Forbidden;
  writes: Writes;
  tally: Tally;
  /** Seconds by which the service's clock is ahead of the machine's. */
  ahead: number;
}

export async function stageOf(service: TestService, writes: Writes): Promise<Stage> {
  const served: unknown = await (await service.raw('/openapi.json')).json();
  return {
    service,
    writes,
    document: documentCheck(served),
    forbidden: forbiddenBy(served),
    tally: new Map(),
    ahead: 0,
  };
}

/** Seconds after which time no longer advances: the ids of later years are longer. */
const tooLate = 20 * 365 * 86_400;

/** The periodic jobs of the service; here they run whenever time passes. */
const jobs = [
  'failed-sign-ins',
  'expired-credentials',
  'expired-workspaces',
  'expired-audit-entries',
  'expired-security-events',
  'expired-uploads',
  'old-board-slugs',
  'old-workspace-slugs',
  'sent-invitations',
  'webhook-deliveries',
  'trash',
  'search',
  'last-used',
  'idempotency-keys',
  'claimed-ids',
  'changes',
];

/** How a step is shown if a later one fails. Most never are, and the texts of long requests take time. */
type Told = () => string;

/** Plays the steps in a world of their own. Throws a `Complaint` at the first violation. */
export async function play(stage: Stage, script: readonly Step[]): Promise<void> {
  const world = await makeWorld(stage.service);
  const sent: Told[] = [];
  await stage.writes.since();
  for (const step of script) {
    if ('together' in step) {
      await playTogether(stage, world, step.together, sent);
    } else if (stage.ahead < tooLate) {
      stage.ahead += step.seconds;
      stage.service.clock.pass(step.seconds * second);
      for (const job of jobs) await stage.service.jobs.run(job);
      await stage.writes.since();
      sent.push(() => `# ${step.seconds} seconds later`);
    }
  }
}

async function playTogether(
  stage: Stage,
  world: World,
  together: readonly (Drawn | Stray)[],
  sent: Told[],
): Promise<void> {
  const all = together.map((each) => ('operation' in each ? addressedTo(world, each) : strayed(each)));
  sent.push(
    ...all.map(
      ({ request }) =>
        () =>
          curlOf(stage.service.address, request),
    ),
  );
  const exchanges = await Promise.all(all.map((each) => exchange(stage, world, each)));
  await harvestMails(stage.service, world);
  const vain = writtenInVain(exchanges, await stage.writes.since());
  const wrong = exchanges.flatMap((each) =>
    complaints(stage.document, each).map(
      (complaint) => `${each.operation?.id ?? 'no operation'}: ${complaint}`,
    ),
  );
  if (vain)
    wrong.push(
      `${exchanges.map(({ operation, reply }) => `${operation?.id} ${reply.status}`).join()}: ${vain}`,
    );
  if (wrong.length > 0)
    throw new Complaint(
      wrong,
      sent.map((told) => told()),
    );
}

const withCodes = { prefer: 'issue-codes' };

interface Addressed {
  drawn: Drawn | undefined;
  request: Sent;
  context: Context;
}

const strayed = ({ method, path }: Stray): Addressed => ({
  drawn: undefined,
  request: { method, path: `/api/v1${path}`, headers: {}, body: undefined },
  context: {},
});

/** Fills in the references with things of the world. */
function addressedTo({ pool, callers }: World, drawn: Drawn): Addressed {
  const { operation, params, query, body, mangle, clean } = drawn;
  const context: Context = {};
  const resolve = (reference: Reference) => pool.resolve(reference, context);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    addressed(params[name] ?? '', resolve),
  );
  const search = query
    .filter(([name]) => !clean || name !== 'cursor' || pool.has(`cursor of ${operation.id}`))
    .map(([name, value]) => `${encodeURIComponent(name)}=${addressed(value, resolve)}`);
  const json = body === undefined ? '' : jsonOf(body, resolve);
  const content = mangle(operation.consumes ? String(resolve(announcedSize)) : json);
  const type = operation.consumes ? String(resolve(announcedType)) : 'application/json';
  return {
    drawn,
    context,
    request: {
      method: operation.method,
      path: `/api/v1${path}${search.length > 0 ? `?${search.join('&')}` : ''}`,
      headers: {
        ...withCodes,
        ...callers[drawn.caller % callers.length],
        ...(content.length > 0 ? { 'content-type': type } : {}),
        ...drawn.headers,
      },
      body: content.length > 0 ? content : undefined,
    },
  };
}

async function exchange(
  stage: Stage,
  world: World,
  { drawn, request, context }: Addressed,
): Promise<Exchange> {
  const reply = await send(stage.service.address, request);
  const arrived = arrivedAt(request);
  const operation = arrived?.operation;
  count(stage.tally, operation?.id ?? 'none', reply.status);
  if (operation && reply.status === 200) harvest(world, operation, context, reply, request);
  return {
    operation,
    reply,
    clean: drawn?.clean ?? false,
    forbidden: arrived && stage.forbidden(arrived.operation, arrived),
    asksForCodes: request.headers.prefer === withCodes.prefer,
  };
}

function count(tally: Tally, operation: string, status: number): void {
  const statuses = tally.get(operation) ?? new Map<number, number>();
  tally.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
}

function harvest(
  { pool, callers }: World,
  operation: Operation,
  context: Context,
  { headers, body }: Received,
  request: Sent,
): void {
  if (!/\bjson\b/.test(headers['content-type'] ?? '')) return;
  const reply = JSON.parse(body.toString()) as unknown;
  pool.harvest(operation, context, reply, parsed(request.body?.toString()));
  const { token, key } = reply as { token?: string; key?: string };
  const credential = token ?? key;
  if (credential) callers.push({ authorization: `Bearer ${credential}` });
}

async function harvestMails({ outbox, mails }: TestService, { pool }: World): Promise<void> {
  await outbox.idle();
  for (const { text } of mails.splice(0)) {
    const [, token] = /#(tbm_\S+)$/m.exec(text) ?? [];
    const [, code] = /#(tbi_\S+)$/m.exec(text) ?? [];
    if (token) pool.add('mail', token, {}, { token });
    if (code) pool.add('invite', code, {}, { code });
  }
}
