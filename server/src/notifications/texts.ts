import type { Language } from '../../../contract/languages.ts';
import type { About, NotificationKind } from '../../../contract/notifications.ts';
import type { PauseReason } from '../../../contract/rules.ts';
import type { SecurityEventType } from '../../../contract/security-log.ts';
import type { Told } from './queries.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { he } from './texts/he.ts';

/* The sentences of notifications: in English for the API, and in the language of their reader in mails and pushes. */

type OnCard = (who: string, card: string) => string;

/** The sentences in one language. */
export interface NotificationTexts {
  somebody: string;
  agent: { start: string; within: string };
  /** Of what somebody did to a card. */
  onCard: Readonly<Partial<Record<NotificationKind, OnCard>>>;
  proposed: (who: string, cards: number, board: string) => string;
  invitedToWorkspace: (who: string, workspace: string) => string;
  addedToBoard: (who: string, board: string) => string;
  roleChanged: (who: string, place: string, role: string) => string;
  importFailed: (name: string | undefined) => string;
  importDone: (name: string | undefined) => string;
  exportFailed: (name: string | undefined) => string;
  exportDone: (name: string | undefined) => string;
  webhookDisabled: (name: string) => string;
  chatDisabled: (name: string, board: string) => string;
  rule: (name: string | undefined, place: string, text: string) => string;
  rulePaused: (name: string, board: string, why: string) => string;
  claimRevoked: (who: string, card: string, agent: string) => string;
  claimExpired: (agent: string, card: string) => string;
  /** Of several that are told at once. */
  unread: (count: number) => string;
  accountChanged: string;
  events: Readonly<Partial<Record<SecurityEventType, string>>>;
  pauses: Readonly<Record<PauseReason, string>>;
}

export const sentencesIn: Readonly<Record<Language, NotificationTexts>> = { en, de, fr, es, he };

type Shown = Pick<Told, 'kind' | 'actorName' | 'workspaceName' | 'boardName' | 'cardTitle'>;

type Sentence = (t: NotificationTexts, row: Shown, about: About, who: string) => string;

const ofMore: Readonly<Partial<Record<NotificationKind, Sentence>>> = {
  proposed: (t, { boardName }, { cards = 1 }, who) => t.proposed(who, cards, boardName ?? ''),
  invited: (t, { boardName, workspaceName }, _about, who) =>
    boardName === null ? t.invitedToWorkspace(who, workspaceName ?? '') : t.addedToBoard(who, boardName),
  'role-changed': (t, { boardName, workspaceName }, { role }, who) =>
    t.roleChanged(who, boardName ?? workspaceName ?? '', role ?? ''),
  'import-done': (t, _row, { name, outcome }) =>
    outcome === 'failed' ? t.importFailed(name) : t.importDone(name),
  'export-done': (t, _row, { name, outcome }) =>
    outcome === 'failed' ? t.exportFailed(name) : t.exportDone(name),
  'webhook-disabled': (t, { boardName }, { name = '' }) =>
    boardName === null ? t.webhookDisabled(name) : t.chatDisabled(name, boardName),
  rule: (t, { cardTitle, boardName }, { name, text = '' }) =>
    t.rule(name, cardTitle ?? boardName ?? '', text),
  'rule-paused': (t, { boardName }, { name = '', reason }) =>
    t.rulePaused(name, boardName ?? '', t.pauses[reason ?? 'off']),
  'claim-ended': (t, { cardTitle }, { name, claim }, who) =>
    claim === 'revoked'
      ? t.claimRevoked(who, cardTitle ?? '', name ?? t.agent.within)
      : t.claimExpired(name ?? t.agent.start, cardTitle ?? ''),
  security: (t, _row, { event, address, name }) =>
    `${(event && t.events[event]) ?? t.accountChanged}${name === undefined ? '' : `: ${name}`}${address === undefined ? '' : ` (${address})`}`,
};

export function textOf(row: Shown, about: About | null, language: Language = 'en'): string {
  const t = sentencesIn[language];
  const who = row.actorName ?? t.somebody;
  const title = row.cardTitle ?? '';
  return (
    ofMore[row.kind]?.(t, row, about ?? {}, who) ?? t.onCard[row.kind]?.(who, title) ?? `${who} ${title}`
  );
}
