import type { About, NotificationKind } from '../../../contract/notifications.ts';
import type { PauseReason } from '../../../contract/rules.ts';
import type { SecurityEventType } from '../../../contract/security-log.ts';
import type { Told } from './queries.ts';

/* The English sentences of notifications. */

/** Of what somebody did to a card: its title follows. */
const onCard: Readonly<Partial<Record<NotificationKind, string>>> = {
  asked: 'asks a question on',
  assigned: 'put you on',
  mentioned: 'mentioned you on',
  replied: 'answered you on',
  reacted: 'reacted to your comment on',
  commented: 'commented on',
  completed: 'completed',
  moved: 'moved',
  changed: 'changed',
};

const events: Readonly<Partial<Record<SecurityEventType, string>>> = {
  'signIn.succeeded': 'Your account was signed in to from a new place',
  'password.set': 'Your account has a password now',
  'password.changed': 'Your password was changed',
  'password.reset': 'Your password was reset',
  'email.changed': 'The address of your account was changed',
  'key.created': 'An API key of your account was created',
};

const pauses: Readonly<Record<PauseReason, string>> = {
  off: 'it was switched off',
  rights: 'you may no longer do what it does',
  failing: 'it failed ten times in a row',
  'too-many-runs': 'it ran too often within a minute',
  copied: 'it was copied with its board',
};

type Shown = Pick<Told, 'kind' | 'actorName' | 'workspaceName' | 'boardName' | 'cardTitle'>;

const ended = (what: string, { name, outcome }: About, done: string): string =>
  `Your ${what}${name === undefined ? '' : ` of ${name}`} ${outcome === 'failed' ? 'failed' : done}`;

const ofMore: Readonly<Partial<Record<NotificationKind, (row: Shown, about: About, who: string) => string>>> =
  {
    'due-soon': ({ cardTitle }) => `${cardTitle ?? ''} is due soon`,
    overdue: ({ cardTitle }) => `${cardTitle ?? ''} is overdue`,
    proposed: ({ boardName }, { cards = 1 }, who) =>
      `${who} proposed ${cards === 1 ? 'a card' : `${cards} cards`} on ${boardName ?? ''}`,
    invited: ({ boardName, workspaceName }, _about, who) =>
      boardName === null
        ? `${who} invited you to the workspace ${workspaceName ?? ''}`
        : `${who} added you to the board ${boardName}`,
    'role-changed': ({ boardName, workspaceName }, { role }, who) =>
      `${who} changed your role on ${boardName ?? workspaceName ?? ''} to ${role ?? ''}`,
    'import-done': (_row, about) => ended('import', about, 'is complete'),
    'export-done': (_row, about) => ended('export', about, 'is ready'),
    'webhook-disabled': ({ boardName }, { name }) =>
      boardName === null
        ? `The webhook ${name ?? ''} was disabled: its receiver does not answer`
        : `The chat ${name ?? ''} of ${boardName} was disabled: its messages are not accepted`,
    rule: ({ cardTitle, boardName }, { name, text }) =>
      `${name ?? 'A rule'} on ${cardTitle ?? boardName ?? ''}: ${text ?? ''}`,
    'rule-paused': ({ boardName }, { name, reason }) =>
      `The rule ${name ?? ''} of ${boardName ?? ''} was paused: ${pauses[reason ?? 'off']}`,
    'claim-ended': ({ cardTitle }, { name, claim }, who) =>
      claim === 'revoked'
        ? `${who} took ${cardTitle ?? ''} back from ${name ?? 'your agent'}`
        : `${name ?? 'Your agent'} ran out of time for ${cardTitle ?? ''}`,
    security: (_row, { event, address }) =>
      `${(event && events[event]) ?? 'Your account was changed'}${address === undefined ? '' : ` (${address})`}`,
  };

export function textOf(row: Shown, about: About | null): string {
  const who = row.actorName ?? 'Somebody';
  return (
    ofMore[row.kind]?.(row, about ?? {}, who) ?? `${who} ${onCard[row.kind] ?? ''} ${row.cardTitle ?? ''}`
  );
}
