import { Readable } from 'node:stream';
import { api } from '../../../contract/api.ts';
import { makePublicId } from '../../../contract/ids.ts';
import { newId } from '../base/ids.ts';
import { previewKeyOf } from '../base/storage/preview.ts';
import { type ExampleIds, passage } from './example-input.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from './fixtures.ts';
import { addBoardMember, addMember, makePlaceholder, memberOf } from './members.ts';
import type { Person, TestService } from './service.ts';

/** Creates one of everything in a workspace of `admin`, a new one or `given`; `other` becomes a member that may be acted upon. */
export async function makeThings(
  service: TestService,
  admin: Person,
  other: Person,
  given?: string,
): Promise<ExampleIds> {
  const { workspace, board, lists, labels } = await makeBoard(admin, given ? { workspace: given } : {});
  const list = nth(lists, 0);
  const label = nth(labels, 0);
  const card = await makeCard(admin, list, { labelPublicIds: [label], description: passage });
  const { publicId: field } = await admin.call(api.fields.create, {
    params: { boardPublicId: board },
    body: { name: 'Reviewer', type: 'text' },
  });
  const params = { cardPublicId: card };
  await admin.call(api.fields.setValue, {
    params: { ...params, fieldPublicId: field },
    body: { value: passage },
  });
  const inWorkspace = { workspacePublicId: workspace };
  const { publicId: workspaceField } = await admin.call(api.fields.createInWorkspace, {
    params: inWorkspace,
    body: { name: `field ${makePublicId()}`, type: 'text' },
  });
  const { publicId: checklist } = await admin.call(api.checklists.create, {
    params,
    body: { name: 'Steps' },
  });
  const { publicId: checklistItem } = await admin.call(api.checklists.createItem, {
    params: { checklistPublicId: checklist },
    body: { title: passage },
  });
  const { publicId: comment } = await admin.call(api.comments.create, { params, body: { comment: passage } });
  const { publicId: question } = await admin.call(api.questions.ask, {
    params,
    body: { text: passage, options: ['Yes', 'No'] },
  });
  const { proposed } = await admin.call(api.plans.create, {
    params: { boardPublicId: board },
    body: { cards: [{ title: 'Proposed' }], propose: true },
  });
  const otherCard = await makeCard(admin, nth(lists, 1));
  const { publicId: relation } = await admin.call(api.relations.create, {
    params,
    body: { type: 'parent', cardPublicId: otherCard },
  });
  const role = await admin.call(api.roles.create, {
    params: inWorkspace,
    body: { name: `role of ${board}`, permissions: ['card:view'] },
  });
  const member = await addMember(service, workspace, other, { role: 'guest' });
  await addBoardMember(service, workspace, board, member, 'guest');
  const { publicId: bot } = await admin.call(api.bots.create, {
    params: inWorkspace,
    body: { name: 'Release bot', role: 'guest' },
  });
  // A placeholder may be merged, and is otherwise a normal member.
  await makePlaceholder(service, member);
  await admin.call(api.mailboxes.create, { params: { boardPublicId: board } });
  await service.sql(
    `insert into board_pictures (workspace_id, board_id, id, content) values ('${workspace}', '${board}', '${board}', 'UklGRg==')`,
  );
  return {
    workspace,
    otherWorkspace: await makeWorkspace(admin),
    board,
    list,
    label,
    field,
    workspaceField,
    card,
    checklist,
    checklistItem,
    comment,
    question,
    proposal: nth(proposed?.cards ?? [], 0).proposalPublicId,
    otherCard,
    relation,
    attachment: await attach(service, admin, card),
    member,
    targetMember: await memberOf(service, workspace, admin),
    account: other.id,
    bot,
    role: role.publicId,
    view: await makeView(admin, board),
    rule: await makeButton(admin, board),
    ...(await makeCode(service, admin, { workspace, card })),
    ...(await makeWebhook(service, workspace)),
    ...(await makeChannel(service, workspace, { board, user: admin.id })),
    import: await makeImport(service, workspace, admin),
    group: await makeGroup(admin, workspace),
  };
}

/** Attaches a small file to a card, as a client does. */
async function attach(service: TestService, person: Person, card: string): Promise<string> {
  const params = { cardPublicId: card };
  const file = { filename: 'note.txt', contentType: 'text/plain', size: 5 };
  const upload = await person.call(api.attachments.createUpload, { params, body: file });
  const { url, method, headers, storageKey } = upload;
  const put = await fetch(url, { method, headers, body: 'hello' });
  if (!put.ok) throw new Error(`the upload answered ${put.status}`);
  const body = { ...file, storageKey, originalFilename: 'note.txt' };
  const { publicId } = await person.call(api.attachments.confirm, { params, body });
  // As if it were a picture with a preview.
  await service.storage.put(previewKeyOf(storageKey), Readable.from([Buffer.from('x')]), 1);
  await service.sql(`update attachments set width = 1, height = 1, preview_size = 1, preview_due = null
    where id = '${publicId}'`);
  return publicId;
}

async function makeView(person: Person, board: string): Promise<string> {
  const body = { name: 'Bugs', kind: 'table', shared: true } as const;
  const { publicId } = await person.call(api.views.create, { params: { boardPublicId: board }, body });
  return publicId;
}

async function makeButton(person: Person, board: string): Promise<string> {
  const { publicId } = await person.call(api.rules.create, {
    params: { boardPublicId: board },
    body: { name: 'Done', when: { type: 'button' }, then: [{ type: 'complete' }] },
  });
  return publicId;
}

let groups = 0;

async function makeGroup(person: Person, workspacePublicId: string): Promise<string> {
  // A workspace may be given more than one of everything.
  const body = { provider: null, name: `Guests ${++groups}`, role: 'guest' };
  return (await person.call(api.groups.create, { params: { workspacePublicId }, body })).publicId;
}

/** A connected code host, and a branch of it that names a card. */
async function makeCode(service: TestService, person: Person, at: { workspace: string; card: string }) {
  const params = { workspacePublicId: at.workspace };
  const body = { kind: 'github' } as const;
  const { publicId: codeHost } = await person.call(api.codeHosts.create, { params, body });
  const now = service.clock.now();
  const codeLink = newId(now);
  await service.sql(`insert into code_links
    (workspace_id, id, card_id, host_id, kind, ref, repository, title, url, at, created_at)
    values ('${at.workspace}', '${codeLink}', '${at.card}', '${codeHost}', 'branch', '1:work', 'octo/shop', 'work',
      'https://github.com/octo/shop/tree/work', ${now}, ${now})`);
  return { codeHost, codeLink };
}

/** A pending import, inserted directly into the database so that no node claims it. */
async function makeImport(service: TestService, workspace: string, { id: user }: Person): Promise<string> {
  const now = service.clock.now();
  const id = `im${now}`;
  await service.sql(`insert into imports
    (workspace_id, id, source, state, options, done, report, attempts, user_id, mask, created_at, due_at)
    values ('${workspace}', '${id}', 'boardtool-json', 'waiting', '{}', 0, '[]', 0, '${user}', 0, ${now}, ${2 ** 52})`);
  return id;
}

/** Inserted directly into the database: creating one through the API needs a DNS lookup. */
async function makeWebhook(service: TestService, workspace: string) {
  const now = service.clock.now();
  const webhook = `wh${now}`;
  const sealed = service.secrets.seal('whsec_AAAA', webhook);
  await service.sql(`insert into webhooks
    (workspace_id, id, name, url, secret_sealed, events, active, created_at)
    values ('${workspace}', '${webhook}', 'hook', 'https://192.0.2.1/', '${sealed}', '["import.*"]', 1, ${now})`);
  return { webhook, delivery: await makeDelivery(service, workspace, webhook) };
}

async function makeChannel(
  service: TestService,
  workspace: string,
  { board, user }: { board: string; user: string },
) {
  const now = service.clock.now();
  const channel = `ch${now}`;
  const address = { url: 'https://192.0.2.1/', token: 'text', room: '!room:example.com' };
  const sealed = service.secrets.seal(JSON.stringify(address), channel);
  await service.sql(`insert into webhooks
    (workspace_id, id, kind, board_id, name, url, secret_sealed, events, active, created_by, created_at)
    values ('${workspace}', '${channel}', 'matrix', '${board}', 'Matrix', 'https://192.0.2.1', '${sealed}',
      '["import.*"]', 1, '${user}', ${now})`);
  return { channel, channelDelivery: await makeDelivery(service, workspace, channel) };
}

async function makeDelivery(service: TestService, workspace: string, webhook: string): Promise<string> {
  const now = service.clock.now();
  const delivery = `d${webhook}`;
  await service.sql(`insert into webhook_events (workspace_id, id, body, created_at)
    values ('${workspace}', 'e${webhook}', '{}', ${now})`);
  await service.sql(`insert into webhook_deliveries
    (workspace_id, id, webhook_id, event_id, event, state, attempts, created_at)
    values ('${workspace}', '${delivery}', '${webhook}', 'e${webhook}', 'card.created', 'failed', 1, ${now})`);
  return delivery;
}
