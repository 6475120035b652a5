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
  list([...new Set(names.map((name) => `”${name ?? '…'}”`))]);
const labels = (all: readonly unknown[]): string => word(all.length, 'את התווית', 'את התוויות');
const checklists = (all: readonly unknown[]): string => word(all.length, 'את רשימת התיוג', 'את רשימות התיוג');
const items = (all: readonly unknown[]): string => counted(all.length, 'פריט אחד', 'פריטים');

const relating: Readonly<Record<RelationType, Record<'added' | 'removed', string>>> = {
  blocks: {
    added: 'ציין/ה שהכרטיס חוסם כרטיס אחר',
    removed: 'ציין/ה שהכרטיס אינו חוסם עוד כרטיס אחר',
  },
  'blocked-by': {
    added: 'ציין/ה שהכרטיס חסום על ידי אחר',
    removed: 'ציין/ה שכרטיס אחר אינו חוסם עוד את הכרטיס',
  },
  relates: { added: 'קישר/ה את הכרטיס לכרטיס אחר', removed: 'הסיר/ה כרטיס קשור' },
  duplicates: {
    added: 'סימן/ה את הכרטיס ככפילות של אחר',
    removed: 'ציין/ה שהכרטיס אינו כפילות של אחר',
  },
  'duplicated-by': {
    added: 'סימן/ה כרטיס אחר ככפילות של הכרטיס',
    removed: 'ציין/ה שכרטיס אחר אינו כפילות של הכרטיס',
  },
  parent: { added: 'קבע/ה כרטיס אב לכרטיס', removed: 'הסיר/ה את כרטיס האב' },
  child: { added: 'הוסיף/ה כרטיס בן לכרטיס', removed: 'הסיר/ה כרטיס בן מהכרטיס' },
};

function fieldsChanged(change: Happened['change']): string {
  const { set, cleared } = fieldsOf(change, 'כן');
  const phrases = [
    ...set.map(({ name, value }) => (value === '' ? `קבע/ה את ${name}` : `קבע/ה את ${name} ל־${value}`)),
    ...cleared.map((name) => `ניקה/תה את ${name}`),
  ];
  return list(phrases) || 'שינה/תה שדות';
}

const pullRequest =
  (verb: string): Phrase =>
  (all) => {
    const { number, title, by } = pullRequestIn(all);
    return `עדכון: ${by ?? 'מישהו'} ${verb} את #${number ?? ''} ”${title ?? ''}”`;
  };

const did: Readonly<Record<HistoryType, Phrase | null>> = {
  'card.proposed': () => 'הציע/ה את הכרטיס',
  'card.created': () => 'הוסיף/ה את הכרטיס',
  'card.updated.title': (all) => `שינה/תה את שמו ל”${lastOf(all).toTitle ?? ''}”`,
  'card.updated.description': (all) => (lastOf(all).toDescription ? 'שינה/תה את התיאור' : 'הסיר/ה את התיאור'),
  'card.updated.list': (all) =>
    `העביר/ה אותו מ־${all[0]?.fromList?.name ?? 'רשימה'} אל ${lastOf(all).toList?.name ?? 'אחרת'}`,
  'card.updated.index': () => 'העביר/ה אותו בתוך הרשימה',
  'card.updated.dueDate.added': (all) => `קבע/ה את תאריך היעד ל־${dayOf(lastOf(all).toDueDate)}`,
  'card.updated.dueDate.updated': (all) => `שינה/תה את תאריך היעד ל־${dayOf(lastOf(all).toDueDate)}`,
  'card.updated.dueDate.removed': () => 'הסיר/ה את תאריך היעד',
  'card.updated.startDate': (all) =>
    dateIn(lastOf(all).change?.to)
      ? `קבע/ה את תאריך ההתחלה ל־${dayOf(dateIn(lastOf(all).change?.to))}`
      : 'הסיר/ה את תאריך ההתחלה',
  'card.updated.completed': () => 'סימן/ה את הכרטיס כבוצע',
  'card.updated.reopened': () => 'פתח/ה מחדש את הכרטיס',
  'card.updated.recurrence': (all) =>
    lastOf(all).change?.to ? 'קבע/ה איך הכרטיס חוזר' : 'הפסיק/ה את חזרת הכרטיס',
  'card.updated.reminders': () => 'שינה/תה את התזכורות',
  'card.updated.fields': (all) => fieldsChanged(lastOf(all).change),
  'card.updated.cover': (all) => (lastOf(all).change?.to ? 'שינה/תה את העטיפה' : 'הסיר/ה את העטיפה'),
  'card.updated.template': (all) => (lastOf(all).change?.to ? 'הפך/ה אותו לתבנית' : 'הפך/ה אותו לכרטיס רגיל'),
  'card.updated.label.added': (all) => `הוסיף/ה ${labels(all)} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.label.removed': (all) => `הסיר/ה ${labels(all)} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.member.added': (all) =>
    all.every(isThemselves) ? 'הצטרף/ה לכרטיס' : `הוסיף/ה את ${and(all.map(nameOf))}`,
  'card.updated.member.removed': (all) =>
    all.every(isThemselves) ? 'יצא/ה מהכרטיס' : `הסיר/ה את ${and(all.map(nameOf))}`,
  'card.updated.comment.added': () => 'כתב/ה תגובה שנמחקה',
  'card.updated.comment.updated': null,
  'card.updated.comment.deleted': null,
  'card.updated.checklist.added': (all) =>
    `הוסיף/ה ${checklists(all)} ${and(all.map(({ toTitle }) => toTitle))}`,
  'card.updated.checklist.renamed': (all) =>
    `שינה/תה את שם רשימת התיוג ${all[0]?.fromTitle ?? ''} ל־${lastOf(all).toTitle ?? ''}`,
  'card.updated.checklist.deleted': (all) =>
    `מחק/ה ${checklists(all)} ${and(all.map(({ fromTitle }) => fromTitle))}`,
  'card.updated.checklist.item.added': (all) =>
    all.length > 3 ? `הוסיף/ה ${items(all)}` : `הוסיף/ה ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.updated': (all) => `שינה/תה ${items(all)}`,
  'card.updated.checklist.item.completed': (all) =>
    all.length > 3 ? `סימן/ה כבוצע: ${items(all)}` : `סימן/ה כבוצע: ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.uncompleted': (all) =>
    all.length > 3 ? `פתח/ה מחדש: ${items(all)}` : `פתח/ה מחדש: ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.deleted': (all) =>
    all.length > 3 ? `מחק/ה ${items(all)}` : `מחק/ה ${and(all.map(titleOf))}`,
  'card.updated.attachment.added': (all) => `צירף/ה את ${and(all.map(fileOf))}`,
  'card.updated.attachment.renamed': (all) => `שינה/תה שם של קובץ ל־${and([fileOf(lastOf(all))])}`,
  'card.updated.attachment.removed': (all) => `מחק/ה את ${and(all.map(fileOf))}`,
  'card.updated.relation.added': (all) => relating[relationIn(lastOf(all).change?.to)].added,
  'card.updated.relation.removed': (all) => relating[relationIn(lastOf(all).change?.from)].removed,
  'card.updated.pullRequest.opened': pullRequest('פתח/ה'),
  'card.updated.pullRequest.drafted': pullRequest('הפך/ה לטיוטה'),
  'card.updated.pullRequest.merged': pullRequest('מיזג/ה'),
  'card.updated.pullRequest.closed': pullRequest('סגר/ה'),
  'card.updated.claim.made': () => 'שריין/ה את הכרטיס',
  'card.updated.claim.returned': () => 'החזיר/ה את הכרטיס',
  'card.updated.claim.revoked': (all) => `לקח/ה בחזרה את הכרטיס מ־${nameOf(lastOf(all)) ?? 'מי שהחזיק בו'}`,
  'card.updated.claim.expired': () => 'חרג/ה מהזמן לכרטיס, והוא פנוי שוב',
  'card.archived': () => 'העביר/ה את הכרטיס לארכיון',
  'card.restored': () => 'שחזר/ה את הכרטיס',
  'card.deleted': () => 'העביר/ה את הכרטיס לאשפה',
};

export const historyTexts = {
  shown: 'מה מוצג',
  everything: 'הכול',
  more: 'הצגת עוד',
  all: list,
  by: byKey({ ...byTexts, key: (name) => `באמצעות מפתח ה־API ${name}` }),
  did,
};
