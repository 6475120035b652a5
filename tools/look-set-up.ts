import { Secret, TOTP } from 'otpauth';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import type { BodyOf } from '../contract/operation.ts';
import type { RunningService } from '../server/src/start.ts';
import { promoteUser } from '../server/src/users/flows/operate.ts';

/* An installation with all that is set up once, for `npm run look`: by its operator, who has a workspace of many settings. */

const password = 'correct horse battery';

/** Mails to this host are given up. */
export const deadHost = 'nowhere.example';

interface Signed extends Client {
  id: string;
  email: string;
  token: string;
}

async function signUp(baseUrl: string, name: string): Promise<Signed> {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
  const { token, user } = await createClient({ baseUrl }).call(api.auth.signUp, {
    body: { name, email, password },
  });
  return { ...createClient({ baseUrl, token }), id: user.id, email, token };
}

/** Adds an authenticator app to the account. */
async function addApp(person: Client): Promise<void> {
  const { publicId, totp } = await person.call(api.secondFactors.begin, { body: { kind: 'totp' } });
  const code = new TOTP({ secret: Secret.fromBase32(totp?.secret ?? '') }).generate();
  await person.call(api.secondFactors.confirm, { params: { factorPublicId: publicId }, body: { code } });
}

const labels = ['Urgent', 'Design', 'Server'];

/** Everything that `tools/screens.ts` needs to know about it. */
export type SetUp = Awaited<ReturnType<typeof setUp>>;

export async function setUp(service: RunningService) {
  const baseUrl = `${service.address}/api/v1`;
  const olga = await signUp(baseUrl, 'Olga Reyes');
  await service.changeAccounts((work) => promoteUser(work, olga.email));
  const { publicId: workspace } = await olga.call(api.workspaces.create, { body: { name: 'Harbor works' } });
  const params = { workspacePublicId: workspace };
  const { inviteCode } = await olga.call(api.invites.createLink, { params });
  const made = await olga.call(api.boards.create, {
    params,
    body: { name: 'Quay', labels, lists: ['To do', 'Doing', 'Done'] },
  });
  const board = await olga.call(api.boards.get, { params: { boardPublicId: made.publicId } });
  const nils = await signUp(baseUrl, 'Nils Aalto');
  await nils.call(api.invites.accept, { body: { inviteCode } });
  const members = await olga.call(api.members.list, { params });
  const member = members.find(({ user }) => user?.id === nils.id)?.publicId ?? '';
  const ids = {
    workspace,
    board: board.publicId,
    member,
    lists: board.lists.map(({ publicId }) => publicId),
  };
  await connect(olga, service, ids);
  const cards = await fill(olga, nils, ids);
  await addRules(olga, ids);
  await addBot(olga, baseUrl, ids, cards);
  const closed = await demandFactor(nils, olga);
  await olga.call(api.boards.update, {
    params: { boardPublicId: board.publicId },
    body: { visibility: 'public' },
  });
  const { address } = await olga.call(api.publicPages.get, { params: { boardPublicId: board.publicId } });
  await service.jobs.run('node');
  return {
    ...ids,
    email: olga.email,
    password,
    inviteCode,
    card: cards[0] ?? '',
    closed,
    publicPath: new URL(address ?? '', service.address).pathname,
    guarded: { id: nils.id, email: nils.email, token: nils.token },
  };
}

interface Ids {
  workspace: string;
  board: string;
  member: string;
  lists: readonly string[];
}

/** Connects the workspace: groups of a provider, code hosts, a webhook at which nothing listens, an invitation that cannot be sent. */
async function connect(olga: Client, service: RunningService, { workspace, board }: Ids): Promise<void> {
  const params = { workspacePublicId: workspace };
  for (const [provider, name, role] of [
    ['acme', 'engineering', 'member'],
    ['acme', 'external-reviewers-of-the-harbor', 'guest'],
    [null, 'Office', 'admin'],
  ] as const)
    await olga.call(api.groups.create, { params, body: { provider, name, role } });
  const host = await olga.call(api.codeHosts.create, { params, body: { kind: 'gitlab', name: 'Kiln' } });
  for (const [token, event] of [
    [host.secret, 'Push Hook'],
    ['another', 'Push Hook'],
  ] as const)
    await fetch(`${service.address}/api/v1/hooks/code/${host.publicId}`, {
      method: 'POST',
      body: JSON.stringify({ object_kind: 'push', ref: 'refs/heads/work', commits: [] }),
      headers: { 'content-type': 'application/json', 'x-gitlab-event': event, 'x-gitlab-token': token },
    });
  const body = { name: 'Gate', url: 'https://gate.example.com/in', events: ['*'] };
  await olga.call(api.webhooks.create, { params, body });
  await olga.call(api.invites.inviteMember, { params, body: { email: `lost@${deadHost}` } });
  const field: BodyOf<typeof api.fields.create> = {
    name: 'Stage',
    type: 'select',
    options: [{ name: 'Draft' }, { name: 'Ready to be built' }],
  };
  await olga.call(api.fields.createInWorkspace, { params, body: field });
  const boardPublicId = board;
  await olga.call(api.fields.create, {
    params: { boardPublicId },
    body: { name: 'Estimate', type: 'money', currency: 'EUR' },
  });
  await olga.call(api.fields.create, {
    params: { boardPublicId },
    body: { ...field, name: 'Phase', shownOnTile: true },
  });
  await olga.call(api.views.create, {
    params: { boardPublicId },
    body: { name: 'Bugs by week', kind: 'table', shared: true },
  });
}

/** Cards of which each has much on it. */
async function fill(olga: Client, nils: Client, { board, lists, member }: Ids): Promise<string[]> {
  const cards: string[] = [];
  for (const [n, title] of [
    'Paint the crane',
    'Mend the third pier before winter',
    'Ask for a longer cable',
    'Order rope',
  ].entries()) {
    const body = { title, listPublicId: lists[n % 2] ?? '', memberPublicIds: n % 2 ? [] : [member] };
    cards.push((await olga.call(api.cards.create, { body })).publicId);
  }
  const [first = '', second = '', third = ''] = cards;
  const params = { cardPublicId: first };
  await olga.call(api.relations.create, { params, body: { type: 'blocked-by', cardPublicId: second } });
  await olga.call(api.relations.create, { params, body: { type: 'parent', cardPublicId: third } });
  await olga.call(api.cards.update, { params, body: { fields: { Estimate: 1250, Phase: 'Draft' } } });
  const ask = { text: 'Which **color** should it have?', options: ['Blue', 'Signal yellow'] };
  await nils.call(api.questions.ask, { params, body: ask });
  await nils.call(api.claims.put, { params: { cardPublicId: second }, body: { leaseSeconds: 86_400 } });
  await olga.call(api.plans.create, {
    params: { boardPublicId: board },
    body: {
      propose: true,
      cards: [
        {
          key: 'a',
          title: 'Buy paint',
          description: 'Both **sides**.',
          labels: ['Urgent', 'New'],
          items: [{ title: 'Ask three shops' }],
        },
        {
          title: 'Close the pier',
          list: 'Doing',
          relations: [{ type: 'blocked-by', card: 'a' }],
          dueDate: '2030-03-01T00:00:00.000Z',
        },
      ],
    },
  });
  return cards;
}

async function addRules(olga: Client, { board, lists }: Ids): Promise<void> {
  const params = { boardPublicId: board };
  const [, doing = '', done = ''] = lists;
  const create = (body: BodyOf<typeof api.rules.create>) => olga.call(api.rules.create, { params, body });
  await create({
    name: 'Tidy up',
    when: { type: 'completed' },
    then: [{ type: 'move', listPublicId: done }],
  });
  await create({
    name: 'Week begins',
    when: { type: 'schedule', days: [1, 3], time: '09:00', timeZone: 'Europe/Vienna' },
    if: 'is:open',
    then: [
      { type: 'comment', text: 'Look at this' },
      { type: 'sort-list', listPublicId: doing, by: 'due' },
    ],
  });
  const button = { name: 'Hoist', when: { type: 'button' }, if: 'is:open' } as const;
  const { publicId } = await create({ ...button, then: [{ type: 'move', listPublicId: doing }] });
  await olga.call(api.rules.press, { params: { ...params, rulePublicId: publicId }, body: {} });
}

/** A bot with a key, which has changed a card that was changed again. */
async function addBot(olga: Client, baseUrl: string, { workspace }: Ids, cards: string[]): Promise<void> {
  const params = { workspacePublicId: workspace };
  const { publicId: botPublicId } = await olga.call(api.bots.create, { params, body: { name: 'Robo' } });
  const body = { name: 'Night shift' };
  const { key } = await olga.call(api.bots.createKey, { params: { ...params, botPublicId }, body });
  const planner = createClient({ baseUrl, token: key });
  const [first = '', second = ''] = cards;
  const change = (person: Client, cardPublicId: string, body: BodyOf<typeof api.cards.update>) =>
    person.call(api.cards.update, { params: { cardPublicId }, body });
  await change(planner, first, { title: 'Paint the crane blue' });
  await change(planner, second, { description: 'Too short.' });
  await change(olga, second, { description: 'Both sides.' });
  const comment = 'I have planned it.';
  await planner.call(api.comments.create, { params: { cardPublicId: first }, body: { comment } });
}

/** A workspace that demands a second factor, which one of its two members has. */
async function demandFactor(one: Client, other: Client): Promise<string> {
  await addApp(one);
  const { publicId } = await one.call(api.workspaces.create, { body: { name: 'Vault' } });
  const params = { workspacePublicId: publicId };
  const { inviteCode } = await one.call(api.invites.createLink, { params });
  await other.call(api.invites.accept, { body: { inviteCode } });
  await one.call(api.policies.update, { params, body: { secondFactor: true } });
  return publicId;
}
