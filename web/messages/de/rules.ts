import type { RuleActionType, RuleTrigger, SortOfRule } from '../../../contract/rule-shapes.ts';
import type { PauseReason } from '../../../contract/rules.ts';
import { counted, list } from './counts.ts';

type Name = string | undefined;

const days = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'];

const minutes = (before: number): string =>
  before % 1440 === 0
    ? counted(before / 1440, 'Tag', 'Tage')
    : before % 60 === 0
      ? counted(before / 60, 'Stunde', 'Stunden')
      : counted(before, 'Minute', 'Minuten');

export const ruleTexts = {
  hint: 'Eine Regel läuft von selbst, mit den Berechtigungen der Person, die sie erstellt hat. Ein Knopf läuft, wenn jemand ihn drückt.',
  none: 'Dieses Board hat noch keine Regeln.',
  add: 'Neue Regel',
  ready: 'Beginne mit einer von diesen oder mit einer eigenen:',
  own: 'Eigene',
  name: 'Name',
  nameHint: 'Auf einem Knopf ist das sein Text',
  when: 'Wenn',
  if: 'Falls',
  ifHint: 'Ein Filter, etwa label:bug is:open. Leer lassen für alle Karten',
  then: 'Dann',
  addAction: 'Und dann',
  removeAction: (at: number) => `Aktion ${at} entfernen`,
  action: (at: number) => `Aktion ${at}`,
  anyList: 'jede Liste',
  anyLabel: 'jedes Label',
  anyMember: 'alle',
  anyField: 'jedes Feld',
  onCard: 'alle auf der Karte',
  choose: 'Auswählen …',
  list: 'Liste',
  label: 'Label',
  member: 'Mitglied',
  field: 'Feld',
  value: 'Wert',
  webhook: 'Webhook oder Chat',
  sortedBy: 'Nach',
  fromLast: 'Absteigend',
  sorts: {
    due: 'Fälligkeit',
    start: 'Startdatum',
    title: 'Titel',
    number: 'Nummer',
    created: 'Zeitpunkt des Hinzufügens',
    completed: 'Zeitpunkt des Erledigens',
  } satisfies Record<SortOfRule, string> as Readonly<Record<string, string>>,
  text: 'Text',
  title: 'Titel',
  checklist: 'Checkliste',
  items: 'Einträge, einer pro Zeile',
  before: 'Vor der Fälligkeit',
  inDays: 'Tage bis zur Fälligkeit',
  inDaysHint: 'Leer lassen für kein Datum',
  days: 'Tage',
  time: 'Uhrzeit',
  atStart: 'Am Anfang der Liste',
  beforeOf: (before: number) => (before === 0 ? 'zu diesem Zeitpunkt' : `${minutes(before)} vorher`),
  dayNames: days as readonly string[],
  triggers: {
    created: 'eine Karte hinzugefügt wird',
    moved: 'eine Karte verschoben wird',
    'label-added': 'eine Karte ein Label bekommt',
    'label-removed': 'eine Karte ein Label verliert',
    'member-added': 'eine Karte jemandem zugewiesen wird',
    completed: 'eine Karte erledigt wird',
    reopened: 'eine Karte wieder geöffnet wird',
    'checklist-completed': 'alle Checklisten einer Karte erledigt sind',
    'due-changed': 'sich die Fälligkeit einer Karte ändert',
    'field-changed': 'sich ein Feld einer Karte ändert',
    commented: 'jemand kommentiert',
    archived: 'eine Karte archiviert wird',
    'pull-request-opened': 'ein Pull Request geöffnet wird',
    'pull-request-merged': 'ein Pull Request gemergt wird',
    'pull-request-closed': 'ein Pull Request geschlossen wird',
    due: 'eine Karte bald fällig ist',
    overdue: 'eine Karte überfällig ist',
    schedule: 'es eine bestimmte Zeit ist',
    button: 'der Knopf gedrückt wird',
  } satisfies Record<RuleTrigger, string> as Readonly<Record<RuleTrigger, string>>,
  actions: {
    move: 'sie verschieben',
    'add-label': 'ein Label hinzufügen',
    'remove-label': 'ein Label entfernen',
    assign: 'sie jemandem zuweisen',
    unassign: 'jemanden von ihr entfernen',
    'set-due': 'ihre Fälligkeit setzen',
    complete: 'sie erledigen',
    reopen: 'sie wieder öffnen',
    archive: 'sie archivieren',
    'set-field': 'ein Feld setzen',
    'add-checklist': 'eine Checkliste hinzufügen',
    comment: 'kommentieren',
    'sort-list': 'eine Liste sortieren',
    notify: 'jemanden benachrichtigen',
    webhook: 'an einen Webhook oder Chat senden',
    'create-card': 'eine Karte hinzufügen',
  } satisfies Record<RuleActionType, string> as Readonly<Record<RuleActionType, string>>,
  whens: {
    created: (name: Name) =>
      name === undefined ? 'eine Karte hinzugefügt wird' : `eine Karte zu ${name} hinzugefügt wird`,
    moved: (name: Name) =>
      name === undefined ? 'eine Karte verschoben wird' : `eine Karte nach ${name} verschoben wird`,
    'label-added': (name: Name) => `eine Karte ${name ?? 'ein Label'} bekommt`,
    'label-removed': (name: Name) => `eine Karte ${name ?? 'ein Label'} verliert`,
    'member-added': (name: Name) => `eine Karte ${name ?? 'jemandem'} zugewiesen wird`,
    'field-changed': (name: Name) => `sich ${name ?? 'ein Feld'} auf einer Karte ändert`,
  } as Readonly<Record<string, (name: Name) => string>>,
  dueIn: (before: number) =>
    before === 0 ? 'eine Karte fällig ist' : `eine Karte noch ${minutes(before)} bis zur Fälligkeit hat`,
  schedule: (on: readonly number[], time: string) =>
    `es ${on.length === 0 || on.length === 7 ? 'jeden Tag' : `am ${list(on.map((day) => days[day - 1] ?? ''))}`} ${time} Uhr ist`,
  thens: {
    move: (name: string) => `sie nach ${name} verschieben`,
    'add-label': (name: string) => `das Label ${name} hinzufügen`,
    'remove-label': (name: string) => `das Label ${name} entfernen`,
    assign: (name: string) => `sie ${name} zuweisen`,
    unassign: (name: string) => `${name} von der Karte entfernen`,
    'set-field': (name: string) => `${name} setzen`,
    'add-checklist': (name: string) => `die Checkliste ${name} hinzufügen`,
    comment: (text: string) => `„${text}“ kommentieren`,
    'create-card': (title: string) => `die Karte „${title}“ hinzufügen`,
  } as Readonly<Record<string, (name: string) => string>>,
  setDue: (inDays: number | null) =>
    inDays === null
      ? 'ihre Fälligkeit entfernen'
      : inDays === 0
        ? 'sie am selben Tag fällig machen'
        : `sie ${counted(inDays, 'Tag', 'Tage')} später fällig machen`,
  sort: (list: Name, by: string, isFromLast: boolean) =>
    `${list ?? 'eine Liste'} nach ${by} sortieren${isFromLast ? ', absteigend' : ''}`,
  send: (name: Name, text: Name) =>
    `${text === undefined ? 'sie' : `„${text}“`} an ${name ?? 'einen Webhook'} senden`,
  tell: (name: Name, text: string) => `${name ?? 'alle auf der Karte'} benachrichtigen: „${text}“`,
  sentence: (when: string, filter: string, then: readonly string[]) =>
    `Wenn ${when}${filter === '' ? '' : `, falls ${filter}`}, dann ${then.join(' und ')}.`,
  gone: 'etwas Gelöschtes',
  by: (maker: string) => `für ${maker}`,
  on: 'Ein',
  paused: {
    off: 'Aus',
    rights: 'Pausiert: Die Person, die sie erstellt hat, hat keine Berechtigung mehr für das, was sie tut',
    failing: 'Pausiert: Sie ist zehnmal in Folge fehlgeschlagen',
    'too-many-runs': 'Pausiert: Sie lief zu oft in einer Minute',
    copied: 'Pausiert: Sie kam mit einer Kopie oder einem Import des Boards',
  } satisfies Record<PauseReason, string> as Readonly<Record<PauseReason, string>>,
  next: (when: string) => `nächstes Mal ${when}`,
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  edit: 'Bearbeiten',
  editOf: (name: string) => `${name} bearbeiten`,
  delete: 'Löschen',
  deleteQuestion: (name: string) => `Regel „${name}“ löschen? Was sie getan hat, bleibt.`,
  press: (name: string) => `${name} drücken`,
  pressed: (cards: number) =>
    cards === 0 ? 'Keine Karte passt zu ihrem Filter' : `Für ${counted(cards, 'Karte', 'Karten')} ausgeführt`,
  full: (most: number) => `Ein Board hat höchstens ${most} Regeln.`,
  lastRun: (state: string, when: string) => `zuletzt gelaufen ${when}: ${state.toLowerCase()}`,
  failures: (times: number) =>
    times === 1 ? 'Sie ist fehlgeschlagen' : `Sie ist ${times}-mal in Folge fehlgeschlagen`,
  try: 'Ausprobieren',
  tryOf: (name: string) => `${name} ausprobieren`,
  tried: {
    none: 'Im Moment passt keine Karte zu ihrem Filter.',
    cards: (count: number, isMore: boolean) =>
      `${isMore ? 'Mindestens ' : ''}${counted(count, 'Karte passt', 'Karten passen')} jetzt zu ihrem Filter:`,
    would: (what: readonly string[], on: Name) =>
      `Sie würde ${what.join(', ')}${on === undefined ? '' : ` (auf „${on}“)`}.`,
    nothing: (on: Name) =>
      on === undefined ? 'Sie würde nichts ändern.' : `Sie würde auf „${on}“ nichts ändern.`,
    failed: (why: string) => `Sie würde fehlschlagen: ${why}`,
    notify: (people: number) => `${counted(people, 'Person', 'Personen')} benachrichtigen`,
    send: (times: number) => (times === 1 ? 'an einen Webhook senden' : `${times}-mal an Webhooks senden`),
    others: (count: number) => `${counted(count, 'weitere Änderung', 'weitere Änderungen')} machen`,
    onlyOnCards: 'Sie läuft, wenn das mit einer Karte geschieht.',
  },
  does: {
    'card.created': 'eine Karte hinzufügen',
    'card.updated.list': 'sie verschieben',
    'card.updated.index': 'Karten ordnen',
    'card.updated.label.added': 'ein Label hinzufügen',
    'card.updated.label.removed': 'ein Label entfernen',
    'card.updated.member.added': 'sie jemandem zuweisen',
    'card.updated.member.removed': 'jemanden von ihr entfernen',
    'card.updated.dueDate.added': 'ihre Fälligkeit setzen',
    'card.updated.dueDate.updated': 'ihre Fälligkeit ändern',
    'card.updated.dueDate.removed': 'ihre Fälligkeit entfernen',
    'card.updated.completed': 'sie erledigen',
    'card.updated.reopened': 'sie wieder öffnen',
    'card.updated.fields': 'ein Feld setzen',
    'card.updated.comment.added': 'kommentieren',
    'card.updated.checklist.added': 'eine Checkliste hinzufügen',
    'card.updated.checklist.item.added': 'Einträge hinzufügen',
    'card.archived': 'sie archivieren',
  } as Readonly<Record<string, string>>,
  log: 'Protokoll',
  noRuns: 'Noch nichts gelaufen.',
  more: 'Mehr zeigen',
  states: { done: 'Erledigt', failed: 'Fehlgeschlagen', stopped: 'Angehalten' } as Readonly<
    Record<string, string>
  >,
  names: {
    done: 'Erledigtes nach „Erledigt“',
    tomorrow: 'Morgen fällig',
    complete: 'Checkliste vollständig',
    merged: 'Nach dem Merge erledigen',
    monday: 'Montagmorgen',
    label: 'Nach Label zuweisen',
    old: 'Noch offen?',
  },
  suggestions: {
    tomorrow: 'Das ist morgen fällig',
    monday: 'Wochenrückblick',
    old: 'Ist das noch offen?',
  },
};
