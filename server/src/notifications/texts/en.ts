import type { NotificationTexts } from '../texts.ts';

/* The English sentences of notifications. */

const ended = (what: string, name: string | undefined, outcome: string): string =>
  `Your ${what}${name === undefined ? '' : ` of ${name}`} ${outcome}`;

export const en: NotificationTexts = {
  somebody: 'Somebody',
  agent: { start: 'Your agent', within: 'your agent' },
  onCard: {
    asked: (who, card) => `${who} asks a question on ${card}`,
    assigned: (who, card) => `${who} put you on ${card}`,
    mentioned: (who, card) => `${who} mentioned you on ${card}`,
    replied: (who, card) => `${who} replied to you on ${card}`,
    reacted: (who, card) => `${who} reacted to your comment on ${card}`,
    commented: (who, card) => `${who} commented on ${card}`,
    completed: (who, card) => `${who} completed ${card}`,
    moved: (who, card) => `${who} moved ${card}`,
    changed: (who, card) => `${who} changed ${card}`,
    'due-soon': (_who, card) => `${card} is due soon`,
    overdue: (_who, card) => `${card} is overdue`,
  },
  proposed: (who, cards, board) => `${who} proposed ${cards === 1 ? 'a card' : `${cards} cards`} on ${board}`,
  invitedToWorkspace: (who, workspace) => `${who} invited you to the workspace ${workspace}`,
  addedToBoard: (who, board) => `${who} added you to the board ${board}`,
  roleChanged: (who, place, role) => `${who} changed your role on ${place} to ${role}`,
  importFailed: (name) => ended('import', name, 'failed'),
  importDone: (name) => ended('import', name, 'is complete'),
  exportFailed: (name) => ended('export', name, 'failed'),
  exportDone: (name) => ended('export', name, 'is ready'),
  webhookDisabled: (name) => `The webhook ${name} was disabled: its receiver does not answer`,
  chatDisabled: (name, board) => `The chat ${name} of ${board} was disabled: its messages are not accepted`,
  rule: (name, place, text) => `${name ?? 'A rule'} on ${place}: ${text}`,
  rulePaused: (name, board, why) => `The rule ${name} of ${board} was paused: ${why}`,
  claimRevoked: (who, card, agent) => `${who} took ${card} back from ${agent}`,
  claimExpired: (agent, card) => `${agent} ran out of time for ${card}`,
  unread: (count) => (count === 1 ? 'One unread notification' : `${count} unread notifications`),
  accountChanged: 'Your account was changed',
  events: {
    'signIn.succeeded': 'Your account was signed in to from a new place',
    'password.set': 'Your account has a password now',
    'password.changed': 'Your password was changed',
    'password.reset': 'Your password was reset',
    'email.changed': 'The address of your account was changed',
    'application.allowed': 'An application was given access to your account',
    'export.started': 'An export of a workspace was started with your account',
    'key.created': 'An API key of your account was created',
    'key.ending': 'An API key of yours ends soon',
    'key.ended': 'An API key of yours has ended',
    'secondFactor.demanded': 'Your account needs a second factor now',
    'secondFactor.added': 'A second factor was added to your account',
    'secondFactor.removed': 'A second factor of your account was removed',
    'recoveryCodes.replaced': 'The recovery codes of your account were replaced',
    'recoveryCode.used': 'A recovery code of your account was used',
  },
  pauses: {
    off: 'it was switched off',
    rights: 'you may no longer do what it does',
    failing: 'it failed ten times in a row',
    'too-many-runs': 'it ran too often within a minute',
    copied: 'it was copied with its board',
  },
};
