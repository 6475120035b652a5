import type { UploadFormat } from '../../../../contract/imports.ts';

/* Small valid files of every format, to be spoilt. */

const at = '2024-01-13T10:00:00.000Z';
const id = (n: number) => String(n).padStart(24, '0');

const boardtool = {
  name: 'House',
  desc: 'A house',
  lists: [{ id: id(1), name: 'To do', pos: 1, closed: false }],
  labels: [{ id: id(2), name: 'urgent', color: 'red' }],
  members: [{ id: id(3), username: 'ann', fullName: 'Ann' }],
  cards: [
    {
      id: id(4),
      name: 'Roof',
      desc: 'Tiles',
      idList: id(1),
      pos: 1,
      idLabels: [id(2)],
      idMembers: [id(3)],
      due: at,
    },
  ],
  checklists: [
    {
      id: id(5),
      idCard: id(4),
      name: 'Steps',
      pos: 1,
      checkItems: [{ name: 'one', state: 'complete', pos: 1 }],
    },
  ],
  actions: [
    {
      id: id(6),
      type: 'commentCard',
      date: at,
      idMemberCreator: id(3),
      memberCreator: { id: id(3), username: 'ann', fullName: 'Ann' },
      data: { text: 'Soon', card: { id: id(4) } },
    },
  ],
  customFields: [],
};

const wekan = {
  _format: 'wekan-board-1.0.0',
  title: 'House',
  lists: [{ _id: 'list01', title: 'To do', sort: 1, archived: false }],
  swimlanes: [{ _id: 'swim01', title: 'Default', sort: 1 }],
  labels: [{ _id: 'label1', name: 'urgent', color: 'red' }],
  users: [{ _id: 'user01', username: 'ann', profile: { fullname: 'Ann' } }],
  members: [{ userId: 'user01' }],
  cards: [
    {
      _id: 'card01',
      title: 'Roof',
      description: 'Tiles',
      listId: 'list01',
      swimlaneId: 'swim01',
      labelIds: ['label1'],
      members: ['user01'],
      dueAt: at,
      sort: 1,
    },
  ],
  comments: [{ cardId: 'card01', userId: 'user01', text: 'Soon', createdAt: at }],
  checklists: [{ _id: 'check1', cardId: 'card01', title: 'Steps', sort: 1 }],
  checklistItems: [{ checklistId: 'check1', title: 'one', sort: 1, isFinished: true }],
  customFields: [{ _id: 'field1', name: 'Price', type: 'number' }],
  activities: [{ activityType: 'archivedCard', cardId: 'card01', createdAt: at }],
  attachments: [{ _id: 'file01', cardId: 'card01', name: 'a.txt', type: 'text/plain', file: 'YWJj' }],
};

const planka = {
  item: { id: '1', name: 'House' },
  included: {
    users: [{ id: '2', name: 'Ann', username: 'ann', email: 'ann@example.com' }],
    labels: [{ id: '3', name: 'urgent', color: 'berry-red', position: 1 }],
    lists: [{ id: '4', name: 'To do', type: 'active', position: 1 }],
    cards: [
      { id: '5', name: 'Roof', description: 'Tiles', listId: '4', position: 1, dueDate: at, createdAt: at },
    ],
    cardMemberships: [{ cardId: '5', userId: '2' }],
    cardLabels: [{ cardId: '5', labelId: '3' }],
    taskLists: [{ id: '6', cardId: '5', name: 'Steps', position: 1 }],
    tasks: [{ taskListId: '6', name: 'one', isCompleted: true, position: 1 }],
    attachments: [{ cardId: '5', name: 'a', type: 'link', data: { url: 'https://example.com' } }],
    customFields: [{ id: '7', name: 'Price', position: 1 }],
    customFieldValues: [{ cardId: '5', customFieldId: '7', content: '3' }],
  },
};

const vikunja = [
  {
    id: 1,
    title: 'House',
    description: '<p>A house</p>',
    views: [{ id: 1, title: 'Kanban', view_kind: 'kanban', position: 1 }],
    buckets: [{ id: 1, title: 'To do', position: 1, project_view_id: 1 }],
    task_buckets: [{ task_id: 1, bucket_id: 1, project_view_id: 1 }],
    positions: [{ task_id: 1, position: 1, project_view_id: 1 }],
    tasks: [
      {
        id: 1,
        index: 1,
        title: 'Roof',
        description: '<p>Tiles</p><ul data-type="taskList"><li data-checked="true"><p>one</p></li></ul>',
        done: false,
        due_date: at,
        created: at,
        created_by: { id: 1, username: 'ann', name: 'Ann' },
        assignees: [{ id: 1, username: 'ann', name: 'Ann' }],
        labels: [{ id: 1, title: 'urgent', hex_color: 'ff0000' }],
        comments: [{ id: 1, comment: '<p>Soon</p>', created: at, author: { id: 1, username: 'ann' } }],
        attachments: [{ id: 1, file: { id: 1, name: 'a.txt', mime: 'text/plain', size: 3 }, created: at }],
        related_tasks: { subtask: [] },
      },
    ],
  },
];

/** JSON formats, each with a sample document. */
export const documents: Partial<Record<UploadFormat, unknown>> = {
  'boardtool-json': boardtool,
  wekan,
  planka,
  vikunja,
};

const kanboard =
  '"Task Id",Reference,Project,Status,Category,Swimlane,Column,Position,Color,"Due date",Creator,"Creator Name",' +
  '"Assignee Username","Assignee Name",Complexity,Title,"Creation date","Modification date","Completion date","Start date",' +
  '"Time estimated","Time spent",Priority,Tags\r\n' +
  '3,,House,Open,,Default,Ready,2,Yellow,,ann,"Ann Baker",,,0,Roof,"01/13/2024 10:00","01/13/2024 10:00",,,0,0,0,wet\r\n';

const csv =
  'Board,List,Title,Description,Labels,Members,Due,Created,Archived,Checklists\n' +
  'House,To do,Roof,Tiles,"wet, old",ann,2024-01-13,2024-01-13,,"Steps\n[x] one"\n';

/** Tabular formats, each with a sample file. */
export const tables: Partial<Record<UploadFormat, string>> = { csv, kanboard };

/** The lines of a board in our own export. */
export const lines: readonly object[] = [
  { type: 'person', user: 'user1', member: 'member1', name: 'Ann', email: null, status: 'active' },
  {
    type: 'board',
    id: 'board1',
    name: 'House',
    slug: 'house',
    boardType: 'regular',
    visibility: 'private',
    access: 'workspace',
    createdBy: 'user1',
    createdAt: at,
    archivedAt: null,
  },
  { type: 'list', id: 'list1', name: 'To do', orderKey: 'a0', createdAt: at, archivedAt: null },
  { type: 'label', id: 'label1', name: 'urgent', colourCode: '#ff0000', createdAt: at },
  {
    type: 'card',
    id: 'card1',
    number: 1,
    list: 'list1',
    orderKey: 'a0',
    title: 'Roof',
    description: 'Tiles',
    dueDate: at,
    createdBy: 'user1',
    createdAt: at,
    archivedAt: null,
    labels: ['label1'],
    members: ['member1'],
    checklists: [{ id: 'check1', name: 'Steps', items: [{ id: 'item1', title: 'one', completed: true }] }],
    attachments: [
      {
        id: 'file1',
        filename: 'a.txt',
        originalFilename: 'a.txt',
        contentType: 'text/plain',
        size: 3,
        createdBy: 'user1',
        createdAt: at,
        file: 'files/file1',
      },
    ],
  },
  {
    type: 'comment',
    card: 'card1',
    id: 'comment1',
    text: 'Soon',
    createdBy: 'user1',
    createdAt: at,
    updatedAt: null,
  },
  { type: 'end', cards: 1, comments: 1, activities: 0, attachments: 1 },
];

export const manifest = {
  format: 'taskboard-export',
  version: 1,
  exportedAt: at,
  service: '0.2.0',
  workspace: { name: 'W', slug: 'w', description: '', cardPrefix: null, weekStartDay: 1 },
};
