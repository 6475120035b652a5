import sharp from 'sharp';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import type { BodyOf } from '../contract/operation.ts';

/* A board as a team has it after some weeks, for `npm run look` and for the pictures in `docs/screens`. */

/** A picture that tells what it shows from afar. */
const scene = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 240">
  <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#5b6ee1"/><stop offset="1" stop-color="#f7c59f"/></linearGradient></defs>
  <rect width="560" height="240" fill="url(#sky)"/><circle cx="412" cy="104" r="34" fill="#fff3d6"/>
  <path d="M0 150 90 96l70 44 96-72 120 84 92-46 92 44v90H0z" fill="#7c83b8"/><rect y="156" width="560" height="84" fill="#2f6f8f"/>
  <path d="M168 166h206l-26 34H194z" fill="#fff"/><path d="M196 138h136v28H196zM240 116h70v22h-70z" fill="#eef2f7"/>
  <path d="M262 92h24v24h-24z" fill="#d1495b"/><path d="M208 148h14v9h-14zm28 0h14v9h-14zm28 0h14v9h-14zm28 0h14v9h-14z" fill="#2f6f8f"/>
  <path d="M40 204h84M300 220h96M430 192h70" stroke="#8fc1d6" stroke-width="3" stroke-linecap="round"/></svg>`;

const lists = ['Ideas', 'Ready', 'Doing', 'Review', 'Done'];
const labels = ['App', 'Urgent', 'Design', 'Server', 'Crew', 'Legal', 'Accessible', 'Guides'];
const team = ['Cleo Lindqvist', 'Ben Okafor', 'Dara Nwosu', 'Hana Sato', 'Emil Brandt'];

interface Given {
  list: number;
  title: string;
  labels?: string[];
  people?: string[];
  /** Days from now; whole days are days without a time. */
  due?: number;
  description?: string;
  comments?: string[];
  items?: string[];
  isPicture?: boolean;
}

const text = `The ticket has to open on the pier, where there is no signal.

- keep the last **three** tickets on the phone
- say when they were read last
- never show one that was refunded`;

const given: readonly Given[] = [
  {
    list: 0,
    title: 'Show how full the next sailing is before people choose it',
    labels: ['App', 'Design'],
    people: ['Cleo'],
    description: text,
    comments: ['Could be three steps.', 'Or a number?'],
  },
  { list: 0, title: 'Group tickets for schools', comments: ['Asked twice this week.'] },
  {
    list: 0,
    title: 'Bicycle places: reserve them with the ticket',
    labels: ['App', 'Server'],
    people: ['Ben', 'Dara'],
    due: 40,
  },
  { list: 0, title: 'Timetable by text message for phones without data', description: text },
  {
    list: 0,
    title: 'Print a paper ticket at the kiosk in Southhaven',
    labels: ['Crew'],
    people: ['Emil'],
  },
  { list: 0, title: 'Say which side of the ship has the sunset', people: ['Hana'] },
  {
    list: 1,
    title: 'Ticket opens without a connection',
    labels: ['App', 'Urgent'],
    people: ['Ada', 'Ben'],
    due: 0.2,
    description: text,
    items: ['Keep three tickets', 'Say when it was read', 'Try it on the pier'],
    comments: [
      'Looks good to me. What about **old phones**?',
      'They keep two. The rest is read when there is a connection.',
    ],
    isPicture: true,
  },
  {
    list: 1,
    title: 'Children under six travel free, but still need a seat',
    labels: ['Legal', 'Server'],
    people: ['Dara'],
    due: -4,
  },
  {
    list: 1,
    title: 'Larger text breaks the seat plan',
    labels: ['Accessible'],
    people: ['Cleo'],
    due: 3,
    comments: ['At 200 %, too.'],
  },
  {
    list: 1,
    title: 'Season tickets: show what is left',
    labels: ['App'],
    people: ['Dara', 'Hana', 'Emil', 'Ada'],
  },
  {
    list: 2,
    title: 'Payments fail when the card was renewed',
    labels: ['Urgent', 'Server'],
    people: ['Ben'],
    due: -1.2,
    comments: ['Three of them since Monday.', 'Found it.', 'On the test system now.'],
  },
  {
    list: 2,
    title: 'Autumn pictures for the start page',
    labels: ['Design'],
    people: ['Hana'],
    due: 1,
    isPicture: true,
  },
  {
    list: 2,
    title: 'Gate scanners: read worn codes',
    labels: ['App', 'Crew'],
    people: ['Emil', 'Dara'],
    items: ['Clean the lens', 'Try five tickets'],
  },
  {
    list: 3,
    title: 'Remind me an hour before the last boat',
    labels: ['App'],
    people: ['Cleo', 'Ada'],
    due: 0.9,
    comments: ['Only if the ticket is for today.'],
  },
  {
    list: 3,
    title: 'Translate the guide for visitors into six languages',
    labels: ['Guides'],
    description: text,
  },
  { list: 3, title: 'Keyboard order on the payment page', labels: ['Accessible'], people: ['Hana'] },
  { list: 4, title: 'Seat plan for the new ship', labels: ['Design'], people: ['Cleo', 'Dara'] },
  { list: 4, title: 'Receipts show the tax of both islands', labels: ['Legal'], people: ['Emil'] },
  {
    list: 4,
    title: 'Codes are read in bright sun',
    labels: ['App', 'Crew'],
    people: ['Emil'],
    comments: ['At last.'],
  },
];

const day = 86_400_000;

const dateOf = (days: number): string =>
  new Date(
    Number.isInteger(days) ? Math.floor(Date.now() / day + days) * day : Date.now() + days * day,
  ).toISOString();

export interface Shown {
  email: string;
  password: string;
  workspace: string;
  board: string;
  card: string;
  /** A board without cards. */
  blank: string;
  /** The address of someone who may only read; with the same password. */
  reader: string;
}

const password = 'correct horse battery';

async function signUp(baseUrl: string, name: string, email: string) {
  const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
    body: { name, email, password },
  });
  return createClient({ baseUrl, token });
}

export async function showBoard(baseUrl: string): Promise<Shown> {
  const email = 'ada.moreau@example.com';
  const ada = await signUp(baseUrl, 'Ada Moreau', email);
  const { publicId: workspace } = await ada.call(api.workspaces.create, { body: { name: 'Island Ferries' } });
  const params = { workspacePublicId: workspace };
  const { inviteCode } = await ada.call(api.invites.createLink, { params });
  const reader = 'rita@example.com';
  const others: Client[] = [];
  for (const name of [...team, 'Rita Vance']) {
    const [first = ''] = name.toLowerCase().split(' ');
    const member = await signUp(baseUrl, name, `${first}@example.com`);
    await member.call(api.invites.accept, { body: { inviteCode } });
    if (team.includes(name)) others.push(member);
  }
  const members = await ada.call(api.members.list, { params });
  const memberOf = (name: string) => members.find(({ user }) => user?.name?.startsWith(name))?.publicId ?? '';
  await ada.call(api.members.changeRole, {
    params: { ...params, memberPublicId: memberOf('Rita') },
    body: { role: 'guest' },
  });
  const make = async (name: string, body: Partial<BodyOf<typeof api.boards.create>>) =>
    (await ada.call(api.boards.create, { params, body: { name, ...body } })).publicId;
  const board = await make('Ticket app', { lists, labels });
  const blank = await make('New ship', { lists: ['To do', 'Doing', 'Done'] });
  for (const name of ['Autumn timetable', 'Crew rota', 'Harbor office', 'Website'])
    await make(name, { lists: ['To do', 'Doing', 'Done'] });
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { favorite: true } });
  const card = await fill(ada, others, board, memberOf);
  return { email, password, workspace, board, card, blank, reader };
}

/** Makes the cards; returns the one with the most on it. */
async function fill(
  ada: Client,
  others: readonly Client[],
  board: string,
  memberOf: (name: string) => string,
): Promise<string> {
  const whole = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  const labelOf = (wanted: string) => whole.labels.find(({ name }) => name === wanted)?.publicId ?? '';
  const picture = new Uint8Array(await sharp(Buffer.from(scene)).resize(1120).png().toBuffer());
  let most = '';
  for (const { list, title, due, description, ...rest } of given) {
    const body = {
      title,
      listPublicId: whole.lists[list]?.publicId ?? '',
      labelPublicIds: (rest.labels ?? []).map(labelOf),
      memberPublicIds: (rest.people ?? []).map(memberOf),
      ...(due === undefined ? {} : { dueDate: dateOf(due) }),
      ...(description ? { description } : {}),
    };
    const { publicId: cardPublicId } = await ada.call(api.cards.create, { body });
    // Others write first, and of that the inbox has news.
    for (const [at, comment] of (rest.comments ?? []).entries()) {
      const author = at % 2 === 0 ? (others[(title.length + at) % others.length] ?? ada) : ada;
      await author.call(api.comments.create, { params: { cardPublicId }, body: { comment } });
    }
    if (rest.items) await addChecklist(ada, cardPublicId, rest.items, body.memberPublicIds);
    if (rest.isPicture) await attach(ada, cardPublicId, picture);
    if (rest.items && rest.isPicture) most = cardPublicId;
  }
  return most;
}

async function addChecklist(
  ada: Client,
  cardPublicId: string,
  items: readonly string[],
  members: readonly string[],
): Promise<void> {
  const { publicId: checklistPublicId } = await ada.call(api.checklists.create, {
    params: { cardPublicId },
    body: { name: 'Before release' },
  });
  for (const [index, title] of items.entries()) {
    const memberPublicId = index % 3 === 0 ? undefined : members[index % members.length];
    const dueDate = index % 2 === 0 ? undefined : dateOf(index * 2 - 3);
    const body = { title, ...(memberPublicId && { memberPublicId }), ...(dueDate && { dueDate }) };
    await ada.call(api.checklists.createItem, { params: { checklistPublicId }, body });
  }
}

async function attach(ada: Client, cardPublicId: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const params = { cardPublicId };
  const file = { filename: 'Ferry.png', contentType: 'image/png', size: content.length };
  const { url, method, headers, storageKey } = await ada.call(api.attachments.createUpload, {
    params,
    body: file,
  });
  await fetch(url, { method, headers, body: content });
  const body = { ...file, storageKey, originalFilename: file.filename };
  await ada.call(api.attachments.confirm, { params, body });
}
