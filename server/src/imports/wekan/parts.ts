import { type Fields, textOf, timeOf } from '../boardtool-json/fields.ts';
import { type Keep, only, Parts } from '../reading/parts.ts';

const keptOfCards =
  '_id title description listId swimlaneId sort archived archivedAt labelIds members assignees dueAt startAt endAt ' +
  'receivedAt spentTime isOvertime createdAt userId customFields vote poker coverId color parentId cardNumber requestedBy ' +
  'assignedBy stickers locations';

const keptLists: [list: string, fields: string][] = [
  ['labels', '_id name color'],
  ['members', 'userId'],
  ['users', '_id username profile emails'],
  ['lists', '_id title archived archivedAt sort wipLimit color'],
  ['swimlanes', '_id title archived sort'],
  ['cards', keptOfCards],
  ['comments', 'cardId userId text createdAt modifiedAt'],
  ['checklists', '_id cardId title sort items'],
  ['checklistItems', 'checklistId title sort isFinished'],
  ['customFields', '_id name type settings'],
  ['attachments', '_id cardId file url name type userId uploadedAt createdAt'],
];

/** The parts of a board export to keep: `_format` `wekan-board-1.0.0`, as WeKan 2 to 8 write it. */
export class WekanParts extends Parts {
  /** The number of history entries that are not imported. */
  activities = 0;
  rules = 0;
  readonly #archived = new Map<string, number>();
  readonly #attached = new Map<string, { userId: unknown; at: number | null }>();
  readonly #subtasks: Fields[] = [];

  constructor() {
    const lists = new Map<string, Keep>(keptLists.map(([list, fields]) => [list, only(fields)]));
    super('_format title description permission archived color backgroundImageURL', lists, {
      cut: 'attachments',
    });
    lists.set('activities', (activity) => this.#activity(activity));
    lists.set('rules', () => {
      this.rules++;
      return undefined;
    });
    const subtask = only('_id parentId title archived sort');
    lists.set('subtaskItems', (item) => {
      this.#subtasks.push(subtask(item) ?? {});
      return undefined;
    });
  }

  /** When a card was last archived, from the history; entries may be in either order. */
  archivedAt(cardId: string): number | null {
    return this.#archived.get(cardId) ?? null;
  }

  /** The user who attached a file, and the time. */
  attached(attachmentId: string): { userId: unknown; at: number | null } {
    return this.#attached.get(attachmentId) ?? { userId: undefined, at: null };
  }

  /** Cards of other boards that are subtasks of cards of this one. */
  get subtasks(): Fields[] {
    const here = new Set(this.list('cards').map(({ _id }) => _id));
    return this.#subtasks.filter(({ _id }) => !here.has(_id));
  }

  #activity({ activityType, cardId, attachmentId, userId, createdAt }: Fields): undefined {
    const at = timeOf(createdAt);
    if (activityType === 'archivedCard' && at !== null) {
      this.#archived.set(textOf(cardId), Math.max(at, this.archivedAt(textOf(cardId)) ?? 0));
    } else if (activityType === 'addAttachment') {
      this.#attached.set(textOf(attachmentId), { userId, at });
    } else if (activityType !== 'createCard' && activityType !== 'addComment') this.activities++;
    return undefined;
  }
}
