import { type EventType, ruleEvent } from '../../../../contract/events.ts';
import { everyMention } from '../../../../contract/mentions.ts';
import { toAnswer } from '../../../../contract/pages.ts';
import { cut, type Line, type Part } from './told.ts';

/* What happened, in words. Everything that people wrote is cut, so that no name hides what is said about it. */

/** What a delivery says, as `base/changes/record.ts` writes it; only what the words need. */
export interface Happened {
  readonly type: string;
  readonly data: {
    readonly url?: string;
    readonly listPublicId?: string;
    readonly user?: { readonly name?: string | null };
    readonly apiKey?: { readonly name?: string | null };
    readonly card?: { readonly title?: string };
    /** Of the list, the label or the board that it is about. */
    readonly name?: string;
    /** The rule that sent it, with its text. */
    readonly rule?: { readonly name?: string };
    readonly text?: string;
    readonly activity?: {
      readonly fromTitle?: string | null;
      readonly toTitle?: string | null;
      readonly toDueDate?: string | null;
      readonly fromList?: { readonly name?: string };
      readonly toList?: { readonly name?: string };
      readonly label?: { readonly name?: string };
      readonly memberPublicId?: string;
      readonly commentPublicId?: string;
      readonly attachment?: { readonly originalFilename?: string };
      /** Of a pull request. */
      readonly change?: {
        readonly to?: {
          readonly number?: number;
          readonly title?: string;
          readonly by?: string | null;
        } | null;
      };
    };
  };
}

/** What is known by now of what happened, by id; what is gone is missing. */
export interface Known {
  /** Names and texts. */
  readonly names: ReadonlyMap<string, string>;
  /** The options of open questions. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

const nameOf = (text: string | null | undefined, otherwise: string): string =>
  cut(text ?? '', 80) || otherwise;

const quoted = (text: string | null | undefined): string => `“${cut(text ?? '', 120)}”`;

/** The start of a comment as text: a mention as the name. */
const excerpt = (text: string): string => cut(text.replace(everyMention, '@$1'), 280);

interface Words {
  card: Part;
  activity: NonNullable<Happened['data']['activity']>;
  data: Happened['data'];
  names: Known['names'];
  options: Known['options'];
}

type Wording = (words: Words) => Line;

const plain =
  (before: string, after = ''): Wording =>
  ({ card }) => [`${before} `, card, after];
const named =
  (before: string, between: string, name: (words: Words) => string): Wording =>
  (words) => [`${before} ${name(words)} ${between} `, words.card];

const memberIn = ({ activity, names }: Words): string =>
  nameOf(names.get(activity.memberPublicId ?? ''), 'somebody');
const labelIn = ({ activity }: Words): string => `the label ${quoted(activity.label?.name)}`;
const itemIn = ({ activity }: Words): string => quoted(activity.toTitle ?? activity.fromTitle);
const fileIn = ({ activity }: Words): string => quoted(activity.attachment?.originalFilename);
const dayIn = ({ activity }: Words): string => (activity.toDueDate ?? '').slice(0, 10);

const commented =
  (before: string): Wording =>
  ({ card, activity, names }) => {
    const text = names.get(activity.commentPublicId ?? '');
    return [`${before} `, card, text === undefined ? '' : `: ${excerpt(text)}`];
  };

/** A comment, or a question with where each of its answers is given. */
const said: Wording = (words) => {
  const { activity, options, data } = words;
  const id = activity.commentPublicId ?? '';
  const offered = options.get(id);
  if (!offered) return commented('commented on')(words);
  const answers = offered.flatMap((option, place): Part[] => [
    ' · ',
    { text: cut(option, 60), url: `${data.url ?? ''}${toAnswer(id, place)}` },
  ]);
  return [...commented('asked a question on')(words), ...answers];
};

const due: Wording = (words) => ['set the due date of ', words.card, ` to ${dayIn(words)}`];

/** The person is whoever connected the code host; who did it is named. */
const pullRequest =
  (verb: string): Wording =>
  ({ card, activity: { change } }) => {
    const { number, title, by } = change?.to ?? {};
    const who = by ? `${cut(by, 80)} ${verb}` : verb;
    return [`was told that ${who} the pull request #${number ?? ''} ${quoted(title)} for `, card];
  };

const ofCards: Partial<Record<EventType, Wording>> = {
  'card.created': ({ card, data, names }) => {
    const list = names.get(data.listPublicId ?? '');
    return ['created ', card, list === undefined ? '' : ` in ${cut(list, 80)}`];
  },
  'card.updated.title': ({ card, activity }) => [`renamed ${quoted(activity.fromTitle)} to `, card],
  'card.updated.description': plain('changed the description of'),
  'card.updated.list': ({ card, activity: { fromList, toList } }) => [
    'moved ',
    card,
    ` from ${nameOf(fromList?.name, 'a list')} to ${nameOf(toList?.name, 'a list')}`,
  ],
  'card.updated.index': plain('moved', ' within its list'),
  'card.updated.dueDate.added': due,
  'card.updated.dueDate.updated': due,
  'card.updated.dueDate.removed': plain('removed the due date of'),
  'card.updated.startDate': plain('changed the start date of'),
  'card.updated.completed': plain('completed'),
  'card.updated.reopened': plain('reopened'),
  'card.updated.fields': plain('changed fields of'),
  'card.updated.label.added': named('added', 'to', labelIn),
  'card.updated.label.removed': named('removed', 'from', labelIn),
  'card.updated.member.added': named('assigned', 'to', memberIn),
  'card.updated.member.removed': named('removed', 'from', memberIn),
  'card.updated.comment.added': said,
  'card.updated.comment.updated': commented('edited a comment on'),
  'card.updated.comment.deleted': plain('deleted a comment on'),
  'card.updated.checklist.added': named('added the checklist', 'to', itemIn),
  'card.updated.checklist.renamed': named('renamed a checklist to', 'on', itemIn),
  'card.updated.checklist.deleted': named('deleted the checklist', 'of', itemIn),
  'card.updated.checklist.item.added': named('added', 'to a checklist of', itemIn),
  'card.updated.checklist.item.updated': named('changed', 'in a checklist of', itemIn),
  'card.updated.checklist.item.completed': named('completed', 'on', itemIn),
  'card.updated.checklist.item.uncompleted': named('reopened', 'on', itemIn),
  'card.updated.checklist.item.deleted': named('deleted', 'from a checklist of', itemIn),
  'card.updated.attachment.added': named('attached', 'to', fileIn),
  'card.updated.attachment.renamed': named('renamed a file to', 'on', fileIn),
  'card.updated.attachment.removed': named('removed', 'from', fileIn),
  'card.updated.relation.added': plain('related', ' to another card'),
  'card.updated.relation.removed': plain('removed a relation of'),
  'card.updated.pullRequest.opened': pullRequest('opened'),
  'card.updated.pullRequest.drafted': pullRequest('drafted'),
  'card.updated.pullRequest.merged': pullRequest('merged'),
  'card.updated.pullRequest.closed': pullRequest('closed'),
  'card.updated.claim.made': plain('claimed'),
  'card.updated.claim.returned': plain('gave back'),
  'card.updated.claim.revoked': plain('took back'),
  'card.updated.claim.expired': plain('ran out of time for'),
  'card.archived': plain('archived'),
  'card.restored': plain('restored'),
  'card.deleted': plain('deleted'),
};

const verbs: Record<string, string> = { created: 'created', updated: 'changed', deleted: 'deleted' };

/** `list.created` and the like. */
function ofBoard(type: string, { name }: Happened['data']): Line {
  const [kind = '', what = ''] = type.split('.');
  const verb = verbs[what] ?? 'changed';
  if (kind === 'list' || kind === 'label' || kind === 'field') {
    return [name === undefined ? `${verb} a ${kind}` : `${verb} the ${kind} ${quoted(name)}`];
  }
  if (kind === 'import') return ['imported a file'];
  return [`${verb} the board`];
}

/** What a rule says. */
const ofRule = ({ rule, text, card, url = '' }: Happened['data']): Line => [
  quoted(rule?.name),
  ...(text === undefined ? [] : [`: ${excerpt(text)}`]),
  ...(card ? [' · ', { text: card.title ?? '', url }] : []),
];

/** What happened, in words. */
export function lineOf({ type, data }: Happened, known: Known): Line {
  const key = data.apiKey ? ` (${nameOf(data.apiKey.name, 'API key')})` : '';
  const who = `${nameOf(data.user?.name, 'Somebody')}${key} `;
  const { card, activity = {}, url = '' } = data;
  if (type === ruleEvent) return ofRule(data);
  if (!card) return [who, ...ofBoard(type, data)];
  const wording = ofCards[type as EventType] ?? plain('changed');
  const link = { text: card.title ?? '', url };
  return [who, ...wording({ card: link, activity, data, ...known })];
}

/** The ids of what the words name, apart from the board. */
export const idsIn = ({ data: { activity, listPublicId } }: Happened): string[] =>
  [activity?.memberPublicId, activity?.commentPublicId, listPublicId].filter((id) => id !== undefined);
