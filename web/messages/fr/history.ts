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
  list([...new Set(names.map((name) => `« ${name ?? '…'} »`))]);
const labels = (all: readonly unknown[]): string => word(all.length, 'l’étiquette', 'les étiquettes');
const checklists = (all: readonly unknown[]): string => word(all.length, 'la checklist', 'les checklists');
const items = (all: readonly unknown[]): string => counted(all.length, 'élément', 'éléments');

const relating: Readonly<Record<RelationType, Record<'added' | 'removed', string>>> = {
  blocks: {
    added: 'a indiqué que cette carte en bloque une autre',
    removed: 'a indiqué que cette carte n’en bloque plus une autre',
  },
  'blocked-by': {
    added: 'a indiqué qu’une autre carte bloque celle-ci',
    removed: 'a indiqué qu’une autre carte ne bloque plus celle-ci',
  },
  relates: { added: 'a lié cette carte à une autre', removed: 'a retiré une carte liée' },
  duplicates: {
    added: 'a marqué cette carte comme doublon d’une autre',
    removed: 'a indiqué que cette carte n’est pas un doublon d’une autre',
  },
  'duplicated-by': {
    added: 'a marqué une autre carte comme doublon de celle-ci',
    removed: 'a indiqué qu’une autre carte n’est pas un doublon de celle-ci',
  },
  parent: {
    added: 'a défini la carte parente de celle-ci',
    removed: 'a retiré la carte parente de celle-ci',
  },
  child: { added: 'a ajouté une carte enfant à celle-ci', removed: 'a retiré une carte enfant de celle-ci' },
};

function fieldsChanged(change: Happened['change']): string {
  const { set, cleared } = fieldsOf(change, 'oui');
  const phrases = [
    ...set.map(({ name, value }) => (value === '' ? `a défini ${name}` : `a défini ${name} : ${value}`)),
    ...cleared.map((name) => `a vidé ${name}`),
  ];
  return list(phrases) || 'a modifié des champs';
}

const pullRequest =
  (verb: string): Phrase =>
  (all) => {
    const { number, title, by } = pullRequestIn(all);
    return `a appris que ${by ?? 'quelqu’un'} a ${verb} #${number ?? ''} « ${title ?? ''} »`;
  };

const did: Readonly<Record<HistoryType, Phrase | null>> = {
  'card.proposed': () => 'a proposé cette carte',
  'card.created': () => 'a ajouté cette carte',
  'card.updated.title': (all) => `l’a renommée « ${lastOf(all).toTitle ?? ''} »`,
  'card.updated.description': (all) =>
    lastOf(all).toDescription ? 'a modifié la description' : 'a supprimé la description',
  'card.updated.list': (all) =>
    `l’a déplacée de ${all[0]?.fromList?.name ?? 'une liste'} vers ${lastOf(all).toList?.name ?? 'une autre'}`,
  'card.updated.index': () => 'l’a déplacée dans la liste',
  'card.updated.dueDate.added': (all) => `a fixé l’échéance au ${dayOf(lastOf(all).toDueDate)}`,
  'card.updated.dueDate.updated': (all) => `a déplacé l’échéance au ${dayOf(lastOf(all).toDueDate)}`,
  'card.updated.dueDate.removed': () => 'a retiré l’échéance',
  'card.updated.startDate': (all) =>
    dateIn(lastOf(all).change?.to)
      ? `a fixé la date de début au ${dayOf(dateIn(lastOf(all).change?.to))}`
      : 'a retiré la date de début',
  'card.updated.completed': () => 'a terminé cette carte',
  'card.updated.reopened': () => 'a rouvert cette carte',
  'card.updated.recurrence': (all) =>
    lastOf(all).change?.to
      ? 'a défini la répétition de cette carte'
      : 'a arrêté la répétition de cette carte',
  'card.updated.reminders': () => 'a modifié les rappels',
  'card.updated.fields': (all) => fieldsChanged(lastOf(all).change),
  'card.updated.cover': (all) =>
    lastOf(all).change?.to ? 'a modifié la couverture' : 'a retiré la couverture',
  'card.updated.template': (all) =>
    lastOf(all).change?.to ? 'en a fait un modèle' : 'en a fait une carte ordinaire',
  'card.updated.label.added': (all) => `a ajouté ${labels(all)} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.label.removed': (all) =>
    `a retiré ${labels(all)} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.member.added': (all) =>
    all.every(isThemselves) ? 'a rejoint cette carte' : `a ajouté ${and(all.map(nameOf))}`,
  'card.updated.member.removed': (all) =>
    all.every(isThemselves) ? 'a quitté cette carte' : `a retiré ${and(all.map(nameOf))}`,
  'card.updated.comment.added': () => 'a écrit un commentaire qui a été supprimé',
  'card.updated.comment.updated': null,
  'card.updated.comment.deleted': null,
  'card.updated.checklist.added': (all) =>
    `a ajouté ${checklists(all)} ${and(all.map(({ toTitle }) => toTitle))}`,
  'card.updated.checklist.renamed': (all) =>
    `a renommé la checklist ${all[0]?.fromTitle ?? ''} en ${lastOf(all).toTitle ?? ''}`,
  'card.updated.checklist.deleted': (all) =>
    `a supprimé ${checklists(all)} ${and(all.map(({ fromTitle }) => fromTitle))}`,
  'card.updated.checklist.item.added': (all) =>
    all.length > 3 ? `a ajouté ${items(all)}` : `a ajouté ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.updated': (all) => `a modifié ${items(all)}`,
  'card.updated.checklist.item.completed': (all) =>
    all.length > 3 ? `a terminé ${items(all)}` : `a terminé ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.uncompleted': (all) =>
    all.length > 3 ? `a rouvert ${items(all)}` : `a rouvert ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.deleted': (all) =>
    all.length > 3 ? `a supprimé ${items(all)}` : `a supprimé ${and(all.map(titleOf))}`,
  'card.updated.attachment.added': (all) => `a joint ${and(all.map(fileOf))}`,
  'card.updated.attachment.renamed': (all) => `a renommé un fichier en ${and([fileOf(lastOf(all))])}`,
  'card.updated.attachment.removed': (all) => `a supprimé ${and(all.map(fileOf))}`,
  'card.updated.relation.added': (all) => relating[relationIn(lastOf(all).change?.to)].added,
  'card.updated.relation.removed': (all) => relating[relationIn(lastOf(all).change?.from)].removed,
  'card.updated.pullRequest.opened': pullRequest('ouvert'),
  'card.updated.pullRequest.drafted': pullRequest('mis en brouillon'),
  'card.updated.pullRequest.merged': pullRequest('fusionné'),
  'card.updated.pullRequest.closed': pullRequest('fermé'),
  'card.updated.claim.made': () => 'a réservé cette carte',
  'card.updated.claim.returned': () => 'a rendu cette carte',
  'card.updated.claim.revoked': (all) =>
    `a repris cette carte à ${nameOf(lastOf(all)) ?? 'la personne qui l’avait'}`,
  'card.updated.claim.expired': () => 'a dépassé le délai pour cette carte, qui est de nouveau libre',
  'card.archived': () => 'a archivé cette carte',
  'card.restored': () => 'a restauré cette carte',
  'card.deleted': () => 'a mis cette carte à la corbeille',
};

export const historyTexts = {
  shown: 'Ce qui est affiché',
  everything: 'Tout',
  more: 'Afficher plus',
  all: list,
  by: byKey({ ...byTexts, key: (name) => `avec la clé d’API ${name}` }),
  did,
};
