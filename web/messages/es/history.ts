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
  list([...new Set(names.map((name) => `«${name ?? '…'}»`))]);
const labels = (all: readonly unknown[]): string => word(all.length, 'la etiqueta', 'las etiquetas');
const checklists = (all: readonly unknown[]): string => word(all.length, 'la checklist', 'las checklists');
const items = (all: readonly unknown[]): string => counted(all.length, 'elemento', 'elementos');

const relating: Readonly<Record<RelationType, Record<'added' | 'removed', string>>> = {
  blocks: {
    added: 'indicó que esta tarjeta bloquea otra',
    removed: 'indicó que esta tarjeta ya no bloquea otra',
  },
  'blocked-by': {
    added: 'indicó que otra tarjeta bloquea esta',
    removed: 'indicó que otra tarjeta ya no bloquea esta',
  },
  relates: { added: 'relacionó esta tarjeta con otra', removed: 'quitó una tarjeta relacionada' },
  duplicates: {
    added: 'marcó esta tarjeta como duplicada de otra',
    removed: 'indicó que esta tarjeta no es duplicada de otra',
  },
  'duplicated-by': {
    added: 'marcó otra tarjeta como duplicada de esta',
    removed: 'indicó que otra tarjeta no es duplicada de esta',
  },
  parent: { added: 'indicó la tarjeta principal de esta', removed: 'quitó la tarjeta principal de esta' },
  child: { added: 'añadió una tarjeta secundaria', removed: 'quitó una tarjeta secundaria' },
};

function fieldsChanged(change: Happened['change']): string {
  const { set, cleared } = fieldsOf(change, 'sí');
  const phrases = [
    ...set.map(({ name, value }) => (value === '' ? `puso ${name}` : `puso ${name}: ${value}`)),
    ...cleared.map((name) => `vació ${name}`),
  ];
  return list(phrases) || 'cambió campos';
}

const pullRequest =
  (verb: string): Phrase =>
  (all) => {
    const { number, title, by } = pullRequestIn(all);
    return `supo que ${by ?? 'alguien'} ${verb} #${number ?? ''} «${title ?? ''}»`;
  };

const did: Readonly<Record<HistoryType, Phrase | null>> = {
  'card.proposed': () => 'propuso esta tarjeta',
  'card.created': () => 'añadió esta tarjeta',
  'card.updated.title': (all) => `le cambió el nombre a «${lastOf(all).toTitle ?? ''}»`,
  'card.updated.description': (all) =>
    lastOf(all).toDescription ? 'cambió la descripción' : 'quitó la descripción',
  'card.updated.list': (all) =>
    `la movió de ${all[0]?.fromList?.name ?? 'una lista'} a ${lastOf(all).toList?.name ?? 'otra'}`,
  'card.updated.index': () => 'la movió dentro de la lista',
  'card.updated.dueDate.added': (all) => `puso el vencimiento en el ${dayOf(lastOf(all).toDueDate)}`,
  'card.updated.dueDate.updated': (all) => `cambió el vencimiento al ${dayOf(lastOf(all).toDueDate)}`,
  'card.updated.dueDate.removed': () => 'quitó el vencimiento',
  'card.updated.startDate': (all) =>
    dateIn(lastOf(all).change?.to)
      ? `puso la fecha de inicio en el ${dayOf(dateIn(lastOf(all).change?.to))}`
      : 'quitó la fecha de inicio',
  'card.updated.completed': () => 'completó esta tarjeta',
  'card.updated.reopened': () => 'reabrió esta tarjeta',
  'card.updated.recurrence': (all) =>
    lastOf(all).change?.to ? 'definió la repetición de esta tarjeta' : 'detuvo la repetición de esta tarjeta',
  'card.updated.reminders': () => 'cambió los recordatorios',
  'card.updated.fields': (all) => fieldsChanged(lastOf(all).change),
  'card.updated.cover': (all) => (lastOf(all).change?.to ? 'cambió la portada' : 'quitó la portada'),
  'card.updated.template': (all) =>
    lastOf(all).change?.to ? 'la convirtió en plantilla' : 'la convirtió en tarjeta normal',
  'card.updated.label.added': (all) => `añadió ${labels(all)} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.label.removed': (all) => `quitó ${labels(all)} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.member.added': (all) =>
    all.every(isThemselves) ? 'se unió a esta tarjeta' : `añadió a ${and(all.map(nameOf))}`,
  'card.updated.member.removed': (all) =>
    all.every(isThemselves) ? 'salió de esta tarjeta' : `quitó a ${and(all.map(nameOf))}`,
  'card.updated.comment.added': () => 'escribió un comentario que se eliminó',
  'card.updated.comment.updated': null,
  'card.updated.comment.deleted': null,
  'card.updated.checklist.added': (all) =>
    `añadió ${checklists(all)} ${and(all.map(({ toTitle }) => toTitle))}`,
  'card.updated.checklist.renamed': (all) =>
    `cambió el nombre de la checklist ${all[0]?.fromTitle ?? ''} a ${lastOf(all).toTitle ?? ''}`,
  'card.updated.checklist.deleted': (all) =>
    `eliminó ${checklists(all)} ${and(all.map(({ fromTitle }) => fromTitle))}`,
  'card.updated.checklist.item.added': (all) =>
    all.length > 3 ? `añadió ${items(all)}` : `añadió ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.updated': (all) => `cambió ${items(all)}`,
  'card.updated.checklist.item.completed': (all) =>
    all.length > 3 ? `completó ${items(all)}` : `completó ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.uncompleted': (all) =>
    all.length > 3 ? `reabrió ${items(all)}` : `reabrió ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.deleted': (all) =>
    all.length > 3 ? `eliminó ${items(all)}` : `eliminó ${and(all.map(titleOf))}`,
  'card.updated.attachment.added': (all) => `adjuntó ${and(all.map(fileOf))}`,
  'card.updated.attachment.renamed': (all) =>
    `cambió el nombre de un archivo a ${and([fileOf(lastOf(all))])}`,
  'card.updated.attachment.removed': (all) => `eliminó ${and(all.map(fileOf))}`,
  'card.updated.relation.added': (all) => relating[relationIn(lastOf(all).change?.to)].added,
  'card.updated.relation.removed': (all) => relating[relationIn(lastOf(all).change?.from)].removed,
  'card.updated.pullRequest.opened': pullRequest('abrió'),
  'card.updated.pullRequest.drafted': pullRequest('pasó a borrador'),
  'card.updated.pullRequest.merged': pullRequest('fusionó'),
  'card.updated.pullRequest.closed': pullRequest('cerró'),
  'card.updated.claim.made': () => 'reservó esta tarjeta',
  'card.updated.claim.returned': () => 'devolvió esta tarjeta',
  'card.updated.claim.revoked': (all) =>
    `recuperó esta tarjeta de ${nameOf(lastOf(all)) ?? 'quien la tenía'}`,
  'card.updated.claim.expired': () => 'agotó el tiempo de esta tarjeta, que vuelve a estar libre',
  'card.archived': () => 'archivó esta tarjeta',
  'card.restored': () => 'restauró esta tarjeta',
  'card.deleted': () => 'movió esta tarjeta a la papelera',
};

export const historyTexts = {
  shown: 'Qué se muestra',
  everything: 'Todo',
  more: 'Mostrar más',
  all: list,
  by: byKey({ ...byTexts, key: (name) => `con la clave de API ${name}` }),
  did,
};
