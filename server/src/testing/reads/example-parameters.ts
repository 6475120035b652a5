import { allPermissions } from '../../../../contract/permissions.ts';
import { type Column, camel, columnsOf, type Table } from '../../base/db/table.ts';
import { textSearch } from '../../base/db/text-search.ts';
import { idOf } from './board-fillings.ts';
import { type Kind, kinds, some, things, time, workspace } from './example-things.ts';

/*
 * Example values for the parameters of every statement, by name: a card in the middle of the large workspace, and its
 * surroundings. Exceptions for names with several meanings are listed by statement below.
 */

const search = { ...textSearch(workspace, ['card0050000']), withCards: true, withComments: true };

const position = things.card;
const someCards = some('card', 50_000, 50);
const someRows = someCards.map((cardId, n) => ({
  id: idOf('comment', 50_000 + n),
  cardId,
  createdAt: (50_000 + n) * 1_000_000,
}));

/** Parameters that mean the same in all statements. */
const named: Record<string, unknown> = {
  ...Object.fromEntries(
    Object.entries(things).flatMap(([kind, id]) => [
      [`${kind}Id`, id],
      [`${kind}_id`, id],
    ]),
  ),
  ...search,
  account: 'x',
  added: 1,
  after: '',
  afterCard: '',
  afterId: '',
  afterList: '',
  afterMember: '',
  afterWorkspace: '',
  apiKey: null,
  api_key: null,
  archived: 0,
  asked: search.trigrams,
  at: time,
  attachment: null,
  before: time,
  died: 1,
  below: 1_000_000,
  boardIds: some('board', 250, 5),
  boardSlug: things.board,
  busy: [],
  by: things.user,
  bytes: 1_000_000,
  cardIds: someCards,
  checklistIds: some('checklist', 25_000, 20),
  checklist_id: things.checklist,
  createdBy: things.user,
  cursor: time,
  deleted: 0,
  due: null,
  email: things.user,
  emails: some('user', 200, 50),
  endedAt: time,
  except: things.card,
  failed: 0,
  fewer: 0,
  fieldValues: '{"field0002500":"x"}',
  firstNumber: 1_000_000,
  from: position,
  fromMember: things.member,
  fromUser: things.user,
  gained: 0,
  given: workspace,
  hash: idOf('session', 600),
  hidden: 0,
  highest: 1_000_000,
  ids: someCards,
  isCompleted: null,
  is: idOf('member', 201),
  issuer: 'issuer',
  kept: things.session,
  key: idOf('key', 600),
  keyId: 600,
  keys: someRows,
  label: null,
  labels: null,
  limit: 100,
  listIds: some('list', 1250, 5),
  lists: null,
  lower: idOf('card', 49_990),
  mask: allPermissions,
  maxComments: 100,
  maxItemBytes: 100,
  maxRows: 100,
  memberIds: some('member', 200, 2),
  memberLevel: 1,
  memberPermissions: allPermissions,
  members: null,
  merged: 0,
  mine: [],
  more: 1,
  mostBoards: 101,
  mostBytes: 1_000_000,
  mostEntries: 21,
  needed: 1,
  network: 'x',
  next: time,
  nonce: idOf('nonce', 10_000),
  now: time,
  only: null,
  openBoards: null,
  option: things.member,
  openWorkspaceId: null,
  closedWorkspaces: null,
  parentId: things.list,
  placeholderId: things.member,
  position,
  positions: 1,
  said: [
    {
      id: things.board,
      workspaceId: workspace,
      boardId: things.board,
      userId: things.user,
      tabId: 'tab',
      editing: 0,
      saidAt: time,
      expiresAt: time,
    },
  ],
  sealed: 'x',
  sessions: [],
  setsImage: 0,
  setsName: 0,
  setsTimeZone: 0,
  setsLocale: 0,
  showAllMembers: 0,
  showComments: 1,
  showEmails: 1,
  showLists: 1,
  showMembers: 1,
  showCards: 1,
  showItemWork: 1,
  showUpdates: 1,
  since: 0,
  skip: 0,
  slug: things.board,
  starts: '',
  storageQuota: 1000,
  subject: things.user,
  succeeded: 1,
  suffix: 'p',
  take: 200,
  to: idOf('workspace', 5),
  toMember: idOf('member', 201),
  toldTo: things.member,
  ofCopy: false,
  toUser: idOf('user', 201),
  touched: [],
  until: time,
  unusedBefore: time,
  usedBefore: time,
  untilId: things.card,
  untilAt: time,
  updatedSince: null,
  upper: idOf('card', 50_010),
  users: some('user', 200, 5),
  value: 'x',
  was: things.member,
  webhooksOf: things.board,
  workspaceIds: [workspace, idOf('workspace', 5)],
  workspaceSlug: workspace,
  workspaceVersion: 1,
  workspaces: [workspace, idOf('workspace', 5)],
};

/** Exceptions, by the name or prefix of the statement; later ones are of fewer statements, and win. */
const ofStatements: [RegExp, Record<string, unknown>][] = [
  [/^card_members\.insertMany$/, { ids: some('member', 200, 5) }],
  [/^card_relations\.(insert|present)$/, { type: 'blocks', otherId: idOf('card', 50_010) }],
  [/^code_links\.(stored|tell|cardsWith)$/, { kind: 'commit', ref: '1:50003', cardIds: someCards }],
  [/^code_links\.stored$/, { refs: [{ kind: 'commit', ref: '1:50003' }] }],
  [/^code_links\.(cardsToTell|putOff)$/, { ref: '1:50004', at: time }],
  [/^code_hosts\.(endTurn|wake)$/, { notBefore: time, problem: null, at: time }],
  [/^code_links\.cardsNumbered$/, { numbers: [{ number: 50_000 }, { number: 50_001 }] }],
  [/^cards\.markPullRequests$/, { state: 'open' }],
  [/^relations\.(next|from)$/, { type: 'blocks', ids: someCards }],
  [/^card_relations\.(held|parentsOf|dropParents)$/, { ids: someCards }],
  [
    /^relations\.(cardsByNumber|called)$/,
    { ids: someCards, numbers: [{ number: 50_000 }, { number: 50_001 }] },
  ],
  [/^card_labels\.insertMany$/, { ids: some('label', 2500, 5) }],
  [/^actor\.standing$/, { keys: [{ id: 600 }] }],
  [/^(?:api_keys\.|actor\.boardsOfKey$)/, { id: 600 }],
  [/^oauth_clients\./, { id: idOf('client', 600) }],
  [/^imports\.leftFiles$/, { after: 19_900_000_000 }],
  [/\.passOn$/, { afterId: idOf('card', 49_900), afterAt: 0 }],
  [/^attachments\.passOn$/, { afterId: idOf('attachment', 24_900), untilId: things.attachment }],
  [/^uploads\.passOn$/, { afterId: idOf('upload', 9_900), untilId: things.upload }],
  [/^trash\.newest$/, { boardId: '' }],
  [/^(changes\.append|uploads\.(full|take|open))$/, { after: 0 }],
  [/^notification_batches\./, { to: 200 }],
  [/^operator\.(accountsFound|workspaces)$/, { found: things.user, after: '' }],
  [
    /^nodes\./,
    {
      id: 'x',
      host: 'x',
      version: 'x',
      startedAt: time,
      seenAt: time,
      state: '{}',
    },
  ],
  [
    /^backups\./,
    { due: 10_000, attempt: 1, until: 10_000, state: 'done', reason: null, name: 'x', before: 0 },
  ],
  [/^undo_steps\.of/, { from: 0, until: time, session: '1' }],
  [/^undo_steps\.things$/, { ids: some('step', 50_000, 20) }],
  [/^undo_steps\.(comments)$/, { ids: some('comment', 50_000, 20) }],
  [/^undo_steps\.(checklists|itemsOfChecklists)$/, { ids: some('checklist', 25_000, 20) }],
  [/^undo_steps\.items$/, { ids: some('item', 50_000, 20) }],
  [/^undo_steps\.touched$/, { session: '1', userId: null }],
  [/^changes\.(onBoard|lookedTo)$/, { before: 50_000, userId: null, kind: null }],
  [
    /^(rules|rule_runs|rule_positions)\./,
    {
      position: 49_900,
      until: 50_000,
      reason: 'failing',
      kept: 1000,
      before: idOf('run', 60_000),
      after: '',
      limit: 100,
      was: 10,
      nextAt: time,
      since: 0,
      type: 'card.created',
      afterAt: 0,
      to: time,
      whole: 1,
      actions: 'move',
      active: 1,
      boardIds: some('board', 250, 5),
      cause: 'test',
      depth: 1,
      error: null,
      failures: 0,
      kind: 'button',
      listens: 0,
      madeBy: things.user,
      name: 'x',
      paused: null,
      place: 0,
      rows: [],
      settings: '{}',
      state: 'done',
    },
  ],
  [
    /^comments\.(ask|insert|insertMany|empty|reopen)$/,
    { asks: 'open', options: '[]', askedTo: things.user, answerId: things.comment },
  ],
  [/^cards\.chosenOptions$/, { options: some('member', 0, 5) }],
  [/^filter\.options$/, { ids: some('field', 2500, 10) }],
  [/^changes\.forget$/, { from: 49_900, to: 50_000 }],
  [/^(webhook_deliveries|webhook_events)\./, { from: time - 100_000_000, to: time, workspaces: 100 }],
  [
    /^channels\.(names|known)$/,
    {
      ids: [
        ...some('list', 1250, 20),
        ...some('comment', 50_000, 50),
        ...some('label', 2500, 10),
        ...some('member', 200, 20),
      ],
    },
  ],
  [/^trash\.remove\.(webhooks|webhook_deliveries)$/, { ids: some('board', 250, 5) }],
  [
    /^notifications\./,
    {
      kind: null,
      workspaceId: null,
      id: idOf('notification', 50_000),
      ids: some('notification', 50_000, 50),
      since: 0,
      now: 200_000 * 1_000_000,
      read: 1,
      until: null,
      userIds: some('user', 200, 50),
      after: time - 1_000_000,
      again: time,
      to: time,
      limit: 100,
      pushAt: null,
    },
  ],
  [/^notifications\.takePush$/, { pushAt: 50_000 }],
  [
    /^notifications\.(dueReaders|pendingMails|scheduleMails|endMail|postponeMail)$/,
    {
      userId: things.user,
      userIds: some('user', 200, 5),
      until: time,
      mailId: idOf('mail', 1001),
      mailAt: time,
      rows: [{ workspaceId: workspace, id: idOf('notification', 1001), mailAt: time, mailId: null }],
    },
  ],
  [
    /^notifications\.(recent|raise|insertMany)$/,
    {
      workspaceId: workspace,
      mailAt: time,
      rows: [
        {
          id: idOf('notification', 100_000),
          userId: things.user,
          kind: 'commented',
          boardId: things.board,
          cardId: things.card,
          commentId: null,
          actorId: things.user,
          apiKey: null,
          times: 1,
          createdAt: time,
          toldAt: time,
          pushAt: null,
          mailAt: time,
        },
      ],
    },
  ],
  [
    /^push_subscriptions\./,
    { endpointHash: things.subscription, claimedUntil: 1, failures: 1, failingSince: null },
  ],
  [/^audit_entries\./, { afterAt: 0, afterId: '', beforeAt: time, beforeId: '~' }],
  [/^api_keys\.ofWorkspace$/, { afterKey: 0 }],
  [/^api_keys\.limits$/, { keys: [{ id: 600 }] }],
  [/^security_events\.usedBefore$/, { orType: 'account.created' }],
  [/^(group_roles|scim_\w+|grouped_members|members)\./, { provider: 'acme' }],
  [/^(scim_users|scim_groups)\./, { key: things.user, userNameKey: things.user, nameKey: things.group }],
  [
    /^scim_/,
    {
      externalId: 'x',
      suspended: 0,
      version: 1,
      updatedAt: time,
      attributes: '{}',
      groupId: things.group,
      memberId: things.member,
      userName: things.user,
    },
  ],
  [/^group_roles\./, { names: some('group', 100, 5) }],
  [/^openid_states\./, { names: some('nonce', 100, 3) }],
  [/^second_factors\./, { credentialId: idOf('factor', 200), counter: 1 }],
  [/^recovery_codes\./, { hash: idOf('token', 200) }],
  [/^pushes\./, { toldAt: time }],
  [/^watches\./, { targetId: things.card, watches: 1, targets: [things.board, things.list] }],
  [/^activities\.insert$/, { mentions: some('member', 200, 2), tellsOn: things.board }],
  [/^calendars\.cards$/, { from: 0 }],
  [/^notifications\.summaryFinished$/, { from: time - 86_400_000_000, to: time }],
  [/^notification_settings\./, { userIds: some('user', 200, 10), before: time }],
  [/^(calendars|feeds)\./, { hash: idOf('calendar', 200) }],
  [/^actor\.byKey$/, { hash: idOf('key', 200) }],
  [/^invites\./, { hash: things.invite }],
  [/^mail_tokens\./, { hash: idOf('token', 200) }],
  [/^changes\.|^idempotency_keys\.keep$/, { position: 50_000 }],
  [/^boards\.peopleThere$/, { from: workspace, to: workspace }],
  [/^cards\.membersSeeing$/, { ids: some('member', 200, 5) }],
  [/^boards\.transfer\./, { from: workspace, ids: someCards }],
  [/^boards\.transfer\.(comments|activities)$/, { until: time }],
  [/^cards\.activitiesBetween$/, { from: time, to: time, after: time, until: time, before: time }],
  [/^cards\.copy/, { from: things.card, to: idOf('card', 50_001) }],
  [/^search\.nextWorkspace$/, { from: '' }],
  [/^search\.results/, { hits: someCards.map((id) => ({ id, kind: 'card', rank: 1 })) }],
  [
    /^lists\.|^checklists\.card$|^labels\./,
    { parentId: things.board, from: things.list, lower: '', upper: things.list },
  ],
  [/^checklists\./, { parentId: things.card, from: things.checklist, lower: '', upper: things.checklist }],
  [/^checklist_items\./, { parentId: things.checklist, from: things.item, lower: '', upper: things.item }],
  [/^pages\.publicLists$/, { listId: null, most: null }],
  [/^realtime\.heldPermissions$/, { boards: some('board', 250, 5) }],
  [
    /^realtime\.entities$/,
    {
      ...Object.fromEntries(
        Object.keys(things).map((kind) => [kind, some(kind, Number(things[kind as Kind].slice(-7)), 20)]),
      ),
      boardMember: some('member', 200, 5),
      workspace: [workspace],
    },
  ],
  [/^templates\.(contents|sizes)$/, { ids: someCards.slice(0, 20) }],
  [
    /^board_members\.|^trash\.remove\.(boards|versions|favourites|board_members|board_pictures)$/,
    { ids: some('board', 250, 5) },
  ],
  [/^users\.(mailed|memberships)/, { hash: idOf('token', 200) }],
];

/** The column types of all tables, by parameter name. */
function columnTypes(tables: readonly Table[]): Map<string, Column<unknown>['type']> {
  return new Map(
    tables.flatMap((table) =>
      Object.entries(columnsOf(table)).map(([name, { type }]) => [camel(name), type] as const),
    ),
  );
}

/** Returns a function that returns the parameters of a statement. */
export function exampleParameters(tables: readonly Table[]): (statement: string) => object {
  const types = columnTypes(tables);
  const byType = (key: string): unknown => {
    if (/_index$|_due_at$/.test(key)) return null;
    if (/^(show|with)[A-Z]/.test(key)) return 1;
    if (/(At|Until|Since)$/.test(key) || types.get(key) === 'integer')
      return /(At|Until|Since)$/.test(key) ? time : 1;
    return types.has(key) || /_/.test(key) ? 'x' : undefined;
  };
  const valueOf = (statement: string, key: string): unknown => {
    const special = ofStatements.findLast(([name, values]) => name.test(statement) && key in values);
    if (special) return special[1][key];
    const kind = kinds[statement.split('.')[0] ?? ''];
    if (key === 'id' && kind) return /insert/i.test(statement) ? 'new' : things[kind];
    if (key === 'ids' && kind)
      return some(kind, Number(things[kind].slice(-7)), kind === 'workspace' || kind === 'webhook' ? 1 : 50);
    if (key in named) return named[key];
    if (key === 'rows')
      return [
        Object.fromEntries([...types.keys()].map((column) => [column, valueOf(statement, column) ?? null])),
      ];
    return byType(key);
  };
  return (statement) =>
    new Proxy(
      {},
      {
        get: (_, key) => {
          const value = valueOf(statement, String(key));
          if (value === undefined) throw new Error(`${statement}: nothing says what ${String(key)} is`);
          return value;
        },
      },
    );
}
