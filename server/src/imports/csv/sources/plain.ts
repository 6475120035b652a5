import type { ColumnUse } from '../../../../../contract/import-columns.ts';
import { headingsOf } from '../words.ts';
import type { Source } from './source.ts';

const english: Partial<Record<ColumnUse, readonly string[]>> = {
  title: ['title', 'name', 'summary', 'card', 'card name', 'card title', 'task', 'task name', 'subject'],
  description: ['description', 'desc', 'card description', 'details', 'notes', 'body', 'text'],
  list: [
    'list',
    'list name',
    'status',
    'column',
    'column name',
    'stage',
    'state',
    'section',
    'section/column',
    'bucket',
    'bucket name',
  ],
  labels: ['labels', 'label', 'tags', 'tag', 'keywords', 'categories', 'category'],
  members: ['members', 'member', 'assignees', 'assignee', 'assigned to', 'owner', 'owners'],
  'member-emails': ['assignee email'],
  due: ['due', 'due date', 'due at', 'due on', 'duedate', 'deadline'],
  start: [
    'start',
    'start date',
    'start at',
    'starts on',
    'startdate',
    'begin',
    'begin date',
    'begins on',
    'date started',
  ],
  completed: [
    'completed',
    'completed at',
    'completed on',
    'completed date',
    'date completed',
    'completion date',
    'is completed',
    'complete',
    'due complete',
    'done',
    'done at',
    'done on',
    'is done',
  ],
  archived: ['archived', 'archived at', 'is archived', 'closed', 'closed at'],
  checklist: ['checklists', 'checklist', 'checklist items', 'subtasks'],
  comment: ['comment', 'comments'],
  number: ['number', 'card number'],
  created: ['created', 'created at', 'created on', 'creation date', 'date created'],
  creator: ['created by', 'creator'],
  board: ['board', 'board name', 'project'],
  link: ['url', 'link'],
};

/** Headings of any table, in all languages. */
export const plain: Source['columns'] = Object.fromEntries(
  Object.entries(english).map(([use, headings]) => [use, [...headings, ...headingsOf(use)]]),
);
