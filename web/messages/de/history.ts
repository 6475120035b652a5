import type { HistoryType } from '../../../contract/events.ts';
import type { RelationType } from '../../../contract/relation-types.ts';
import { byKey } from '../by.ts';
import {
  dateIn,
  dayOf,
  fieldsOf,
  fileOf,
  type Happened,
  isThemselves,
  lastOf,
  nameOf,
  type Phrase,
  pullRequestIn,
  relationIn,
  titleOf,
} from '../happened.ts';
import { byTexts } from './by.ts';
import { counted, list, word } from './counts.ts';

const and = (names: readonly (string | null | undefined)[]): string =>
  list([...new Set(names.map((name) => `„${name ?? '…'}“`))]);
const labels = (all: readonly unknown[]): string => word(all.length, 'das Label', 'die Labels');
const checklists = (all: readonly unknown[]): string => word(all.length, 'die Checkliste', 'die Checklisten');
const items = (all: readonly unknown[]): string => counted(all.length, 'Eintrag', 'Einträge');

const relating: Readonly<Record<RelationType, Record<'added' | 'removed', string>>> = {
  blocks: {
    added: 'hat vermerkt, dass diese Karte eine andere blockiert',
    removed: 'hat vermerkt, dass diese Karte keine andere mehr blockiert',
  },
  'blocked-by': {
    added: 'hat vermerkt, dass eine andere Karte diese blockiert',
    removed: 'hat vermerkt, dass keine andere Karte diese mehr blockiert',
  },
  relates: {
    added: 'hat diese Karte mit einer anderen verknüpft',
    removed: 'hat eine verknüpfte Karte entfernt',
  },
  duplicates: {
    added: 'hat diese Karte als Duplikat einer anderen markiert',
    removed: 'hat vermerkt, dass diese Karte kein Duplikat einer anderen ist',
  },
  'duplicated-by': {
    added: 'hat eine andere Karte als Duplikat dieser markiert',
    removed: 'hat vermerkt, dass keine andere Karte ein Duplikat dieser ist',
  },
  parent: {
    added: 'hat dieser Karte eine übergeordnete gegeben',
    removed: 'hat die übergeordnete Karte entfernt',
  },
  child: {
    added: 'hat eine untergeordnete Karte hinzugefügt',
    removed: 'hat eine untergeordnete Karte entfernt',
  },
};

function fieldsChanged(change: Happened['change']): string {
  const { set, cleared } = fieldsOf(change, 'ja');
  const phrases = [
    ...set.map(({ name, value }) =>
      value === '' ? `hat ${name} gesetzt` : `hat ${name} auf ${value} gesetzt`,
    ),
    ...cleared.map((name) => `hat ${name} geleert`),
  ];
  return list(phrases) || 'hat Felder geändert';
}

const pullRequest =
  (verb: string): Phrase =>
  (all) => {
    const { number, title, by } = pullRequestIn(all);
    return `hat erfahren: ${by ?? 'jemand'} hat #${number ?? ''} „${title ?? ''}“ ${verb}`;
  };

const did: Readonly<Record<HistoryType, Phrase | null>> = {
  'card.proposed': () => 'hat diese Karte vorgeschlagen',
  'card.created': () => 'hat diese Karte hinzugefügt',
  'card.updated.title': (all) => `hat sie in „${lastOf(all).toTitle ?? ''}“ umbenannt`,
  'card.updated.description': (all) =>
    lastOf(all).toDescription ? 'hat die Beschreibung geändert' : 'hat die Beschreibung entfernt',
  'card.updated.list': (all) =>
    `hat sie von ${all[0]?.fromList?.name ?? 'einer Liste'} nach ${lastOf(all).toList?.name ?? 'einer anderen'} verschoben`,
  'card.updated.index': () => 'hat sie innerhalb der Liste verschoben',
  'card.updated.dueDate.added': (all) => `hat die Fälligkeit auf den ${dayOf(lastOf(all).toDueDate)} gesetzt`,
  'card.updated.dueDate.updated': (all) =>
    `hat die Fälligkeit auf den ${dayOf(lastOf(all).toDueDate)} geändert`,
  'card.updated.dueDate.removed': () => 'hat die Fälligkeit entfernt',
  'card.updated.startDate': (all) =>
    dateIn(lastOf(all).change?.to)
      ? `hat das Startdatum auf den ${dayOf(dateIn(lastOf(all).change?.to))} gesetzt`
      : 'hat das Startdatum entfernt',
  'card.updated.completed': () => 'hat diese Karte erledigt',
  'card.updated.reopened': () => 'hat diese Karte wieder geöffnet',
  'card.updated.recurrence': (all) =>
    lastOf(all).change?.to
      ? 'hat festgelegt, wie sich diese Karte wiederholt'
      : 'hat die Wiederholung dieser Karte beendet',
  'card.updated.reminders': () => 'hat die Erinnerungen geändert',
  'card.updated.fields': (all) => fieldsChanged(lastOf(all).change),
  'card.updated.cover': (all) =>
    lastOf(all).change?.to ? 'hat das Titelbild geändert' : 'hat das Titelbild entfernt',
  'card.updated.template': (all) =>
    lastOf(all).change?.to ? 'hat sie zur Vorlage gemacht' : 'hat sie zur gewöhnlichen Karte gemacht',
  'card.updated.label.added': (all) =>
    `hat ${labels(all)} ${and(all.map(({ label }) => label?.name))} hinzugefügt`,
  'card.updated.label.removed': (all) =>
    `hat ${labels(all)} ${and(all.map(({ label }) => label?.name))} entfernt`,
  'card.updated.member.added': (all) =>
    all.every(isThemselves) ? 'ist dieser Karte beigetreten' : `hat ${and(all.map(nameOf))} hinzugefügt`,
  'card.updated.member.removed': (all) =>
    all.every(isThemselves) ? 'hat diese Karte verlassen' : `hat ${and(all.map(nameOf))} entfernt`,
  'card.updated.comment.added': () => 'hat einen Kommentar geschrieben, der gelöscht wurde',
  'card.updated.comment.updated': null,
  'card.updated.comment.deleted': null,
  'card.updated.checklist.added': (all) =>
    `hat ${checklists(all)} ${and(all.map(({ toTitle }) => toTitle))} hinzugefügt`,
  'card.updated.checklist.renamed': (all) =>
    `hat die Checkliste ${all[0]?.fromTitle ?? ''} in ${lastOf(all).toTitle ?? ''} umbenannt`,
  'card.updated.checklist.deleted': (all) =>
    `hat ${checklists(all)} ${and(all.map(({ fromTitle }) => fromTitle))} gelöscht`,
  'card.updated.checklist.item.added': (all) =>
    all.length > 3 ? `hat ${items(all)} hinzugefügt` : `hat ${and(all.map(titleOf))} hinzugefügt`,
  'card.updated.checklist.item.updated': (all) => `hat ${items(all)} geändert`,
  'card.updated.checklist.item.completed': (all) =>
    all.length > 3 ? `hat ${items(all)} erledigt` : `hat ${and(all.map(titleOf))} erledigt`,
  'card.updated.checklist.item.uncompleted': (all) =>
    all.length > 3 ? `hat ${items(all)} wieder geöffnet` : `hat ${and(all.map(titleOf))} wieder geöffnet`,
  'card.updated.checklist.item.deleted': (all) =>
    all.length > 3 ? `hat ${items(all)} gelöscht` : `hat ${and(all.map(titleOf))} gelöscht`,
  'card.updated.attachment.added': (all) => `hat ${and(all.map(fileOf))} angehängt`,
  'card.updated.attachment.renamed': (all) => `hat eine Datei in ${and([fileOf(lastOf(all))])} umbenannt`,
  'card.updated.attachment.removed': (all) => `hat ${and(all.map(fileOf))} gelöscht`,
  'card.updated.relation.added': (all) => relating[relationIn(lastOf(all).change?.to)].added,
  'card.updated.relation.removed': (all) => relating[relationIn(lastOf(all).change?.from)].removed,
  'card.updated.pullRequest.opened': pullRequest('geöffnet'),
  'card.updated.pullRequest.drafted': pullRequest('zum Entwurf gemacht'),
  'card.updated.pullRequest.merged': pullRequest('gemergt'),
  'card.updated.pullRequest.closed': pullRequest('geschlossen'),
  'card.updated.claim.made': () => 'hat diese Karte reserviert',
  'card.updated.claim.returned': () => 'hat diese Karte zurückgegeben',
  'card.updated.claim.revoked': (all) =>
    `hat diese Karte von ${nameOf(lastOf(all)) ?? 'der Person, die sie hatte,'} zurückgeholt`,
  'card.updated.claim.expired': () => 'hat die Zeit für diese Karte überschritten; sie ist wieder frei',
  'card.archived': () => 'hat diese Karte archiviert',
  'card.restored': () => 'hat diese Karte wiederhergestellt',
  'card.deleted': () => 'hat diese Karte in den Papierkorb verschoben',
};

export const historyTexts = {
  shown: 'Was angezeigt wird',
  everything: 'Alles',
  more: 'Mehr zeigen',
  all: list,
  by: byKey({ ...byTexts, key: (name) => `mit dem API-Schlüssel ${name}` }),
  did,
};
