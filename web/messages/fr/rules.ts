import type { RuleActionType, RuleTrigger, SortOfRule } from '../../../contract/rule-shapes.ts';
import type { PauseReason } from '../../../contract/rules.ts';
import { counted, list } from './counts.ts';

type Name = string | undefined;

const days = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];

const minutes = (before: number): string =>
  before % 1440 === 0
    ? counted(before / 1440, 'jour', 'jours')
    : before % 60 === 0
      ? counted(before / 60, 'heure', 'heures')
      : counted(before, 'minute', 'minutes');

export const ruleTexts = {
  hint: 'Une règle s’exécute d’elle-même, avec les autorisations de la personne qui l’a créée. Un bouton s’exécute quand quelqu’un appuie dessus.',
  none: 'Ce tableau n’a pas encore de règles.',
  add: 'Nouvelle règle',
  ready: 'Commencez par l’une de celles-ci, ou par la vôtre :',
  own: 'La vôtre',
  name: 'Nom',
  nameHint: 'Sur un bouton, c’est son texte',
  when: 'Quand',
  if: 'Si',
  ifHint: 'Un filtre, comme label:bug is:open. Laissez vide pour toutes les cartes',
  then: 'Alors',
  addAction: 'Et ensuite',
  removeAction: (at: number) => `Retirer l’action ${at}`,
  action: (at: number) => `Action ${at}`,
  anyList: 'n’importe quelle liste',
  anyLabel: 'n’importe quelle étiquette',
  anyMember: 'tout le monde',
  anyField: 'n’importe quel champ',
  onCard: 'tout le monde sur la carte',
  choose: 'Choisir…',
  list: 'Liste',
  label: 'Étiquette',
  member: 'Membre',
  field: 'Champ',
  value: 'Valeur',
  webhook: 'Webhook ou messagerie',
  sortedBy: 'Par',
  fromLast: 'Décroissant',
  sorts: {
    due: 'échéance',
    start: 'date de début',
    title: 'titre',
    number: 'numéro',
    created: 'date d’ajout',
    completed: 'date de fin',
  } satisfies Record<SortOfRule, string> as Readonly<Record<string, string>>,
  text: 'Texte',
  title: 'Titre',
  checklist: 'Checklist',
  items: 'Éléments, un par ligne',
  before: 'Avant l’échéance',
  inDays: 'Jours jusqu’à l’échéance',
  inDaysHint: 'Laissez vide pour aucune date',
  days: 'Jours',
  time: 'Heure',
  atStart: 'Au début de la liste',
  beforeOf: (before: number) => (before === 0 ? 'à ce moment' : `${minutes(before)} avant`),
  dayNames: days as readonly string[],
  triggers: {
    created: 'une carte est ajoutée',
    moved: 'une carte est déplacée',
    'label-added': 'une étiquette est ajoutée à une carte',
    'label-removed': 'une étiquette est retirée d’une carte',
    'member-added': 'une carte est assignée à quelqu’un',
    completed: 'une carte est terminée',
    reopened: 'une carte est rouverte',
    'checklist-completed': 'toutes les checklists d’une carte sont terminées',
    'due-changed': 'l’échéance d’une carte change',
    'field-changed': 'un champ d’une carte change',
    commented: 'quelqu’un commente',
    archived: 'une carte est archivée',
    'pull-request-opened': 'une pull request est ouverte',
    'pull-request-merged': 'une pull request est fusionnée',
    'pull-request-closed': 'une pull request est fermée',
    due: 'une carte arrive à échéance',
    overdue: 'une carte est en retard',
    schedule: 'il est une certaine heure',
    button: 'on appuie sur le bouton',
  } satisfies Record<RuleTrigger, string> as Readonly<Record<RuleTrigger, string>>,
  actions: {
    move: 'la déplacer',
    'add-label': 'ajouter une étiquette',
    'remove-label': 'retirer une étiquette',
    assign: 'l’assigner à quelqu’un',
    unassign: 'retirer quelqu’un',
    'set-due': 'fixer son échéance',
    complete: 'la terminer',
    reopen: 'la rouvrir',
    archive: 'l’archiver',
    'set-field': 'définir un champ',
    'add-checklist': 'ajouter une checklist',
    comment: 'commenter',
    'sort-list': 'trier une liste',
    notify: 'notifier quelqu’un',
    webhook: 'envoyer à un webhook ou une messagerie',
    'create-card': 'ajouter une carte',
  } satisfies Record<RuleActionType, string> as Readonly<Record<RuleActionType, string>>,
  whens: {
    created: (name: Name) =>
      name === undefined ? 'une carte est ajoutée' : `une carte est ajoutée à ${name}`,
    moved: (name: Name) =>
      name === undefined ? 'une carte est déplacée' : `une carte est déplacée vers ${name}`,
    'label-added': (name: Name) =>
      `${name === undefined ? 'une étiquette' : `l’étiquette ${name}`} est ajoutée à une carte`,
    'label-removed': (name: Name) =>
      `${name === undefined ? 'une étiquette' : `l’étiquette ${name}`} est retirée d’une carte`,
    'member-added': (name: Name) => `une carte est assignée à ${name ?? 'quelqu’un'}`,
    'field-changed': (name: Name) => `${name ?? 'un champ'} change sur une carte`,
  } as Readonly<Record<string, (name: Name) => string>>,
  dueIn: (before: number) =>
    before === 0 ? 'une carte arrive à échéance' : `une carte arrive à échéance dans ${minutes(before)}`,
  schedule: (on: readonly number[], time: string) =>
    `il est ${time} ${on.length === 0 || on.length === 7 ? 'chaque jour' : list(on.map((day) => `le ${days[day - 1] ?? ''}`))}`,
  thens: {
    move: (name: string) => `la déplacer vers ${name}`,
    'add-label': (name: string) => `ajouter l’étiquette ${name}`,
    'remove-label': (name: string) => `retirer l’étiquette ${name}`,
    assign: (name: string) => `l’assigner à ${name}`,
    unassign: (name: string) => `retirer ${name} de la carte`,
    'set-field': (name: string) => `définir ${name}`,
    'add-checklist': (name: string) => `ajouter la checklist ${name}`,
    comment: (text: string) => `commenter « ${text} »`,
    'create-card': (title: string) => `ajouter la carte « ${title} »`,
  } as Readonly<Record<string, (name: string) => string>>,
  setDue: (inDays: number | null) =>
    inDays === null
      ? 'retirer son échéance'
      : inDays === 0
        ? 'fixer son échéance au jour même'
        : `fixer son échéance ${counted(inDays, 'jour', 'jours')} plus tard`,
  sort: (list: Name, by: string, isFromLast: boolean) =>
    `trier ${list ?? 'une liste'} par ${by}${isFromLast ? ', décroissant' : ''}`,
  send: (name: Name, text: Name) =>
    `${text === undefined ? 'l’envoyer' : `envoyer « ${text} »`} à ${name ?? 'un webhook'}`,
  tell: (name: Name, text: string) => `notifier ${name ?? 'tout le monde sur la carte'} : « ${text} »`,
  sentence: (when: string, filter: string, then: readonly string[]) =>
    `Quand ${when}${filter === '' ? '' : `, si ${filter}`}, alors ${then.join(' et ')}.`,
  gone: 'quelque chose de supprimé',
  by: (maker: string) => `pour ${maker}`,
  on: 'Activée',
  paused: {
    off: 'Désactivée',
    rights: 'En pause : la personne qui l’a créée n’a plus l’autorisation pour ce qu’elle fait',
    failing: 'En pause : elle a échoué dix fois de suite',
    'too-many-runs': 'En pause : elle s’est exécutée trop souvent en une minute',
    copied: 'En pause : elle est venue avec une copie ou un import du tableau',
  } satisfies Record<PauseReason, string> as Readonly<Record<PauseReason, string>>,
  next: (when: string) => `prochaine fois ${when}`,
  turnOn: 'Activer',
  turnOff: 'Désactiver',
  edit: 'Modifier',
  editOf: (name: string) => `Modifier ${name}`,
  delete: 'Supprimer',
  deleteQuestion: (name: string) => `Supprimer la règle « ${name} » ? Ce qu’elle a fait reste.`,
  press: (name: string) => `Appuyer sur ${name}`,
  pressed: (cards: number) =>
    cards === 0 ? 'Aucune carte ne correspond à son filtre' : `Fait sur ${counted(cards, 'carte', 'cartes')}`,
  full: (most: number) => `Un tableau a au plus ${most} règles.`,
  lastRun: (state: string, when: string) => `dernière exécution ${when} : ${state.toLowerCase()}`,
  failures: (times: number) => (times === 1 ? 'Elle a échoué' : `Elle a échoué ${times} fois de suite`),
  try: 'Essayer',
  tryOf: (name: string) => `Essayer ${name}`,
  tried: {
    none: 'Aucune carte ne correspond à son filtre pour l’instant.',
    cards: (count: number, isMore: boolean) =>
      `${isMore ? 'Au moins ' : ''}${counted(count, 'carte correspond', 'cartes correspondent')} à son filtre :`,
    would: (what: readonly string[], on: Name) =>
      `Elle ferait ceci : ${what.join(', ')}${on === undefined ? '' : ` (sur « ${on} »)`}.`,
    nothing: (on: Name) =>
      on === undefined ? 'Elle ne changerait rien.' : `Elle ne changerait rien sur « ${on} ».`,
    failed: (why: string) => `Elle échouerait : ${why}`,
    notify: (people: number) => `notifier ${counted(people, 'personne', 'personnes')}`,
    send: (times: number) => (times === 1 ? 'envoyer à un webhook' : `envoyer ${times} fois à des webhooks`),
    others: (count: number) => `faire ${counted(count, 'autre modification', 'autres modifications')}`,
    onlyOnCards: 'Elle s’exécute quand cela arrive à une carte.',
  },
  does: {
    'card.created': 'ajouter une carte',
    'card.updated.list': 'la déplacer',
    'card.updated.index': 'ordonner des cartes',
    'card.updated.label.added': 'ajouter une étiquette',
    'card.updated.label.removed': 'retirer une étiquette',
    'card.updated.member.added': 'l’assigner à quelqu’un',
    'card.updated.member.removed': 'retirer quelqu’un',
    'card.updated.dueDate.added': 'fixer son échéance',
    'card.updated.dueDate.updated': 'changer son échéance',
    'card.updated.dueDate.removed': 'retirer son échéance',
    'card.updated.completed': 'la terminer',
    'card.updated.reopened': 'la rouvrir',
    'card.updated.fields': 'définir un champ',
    'card.updated.comment.added': 'commenter',
    'card.updated.checklist.added': 'ajouter une checklist',
    'card.updated.checklist.item.added': 'ajouter des éléments',
    'card.archived': 'l’archiver',
  } as Readonly<Record<string, string>>,
  log: 'Journal',
  noRuns: 'Rien ne s’est encore exécuté.',
  more: 'Afficher plus',
  states: { done: 'Terminé', failed: 'Échec', stopped: 'Arrêté' } as Readonly<Record<string, string>>,
  names: {
    done: 'Les cartes terminées vont dans Terminé',
    tomorrow: 'Échéance demain',
    complete: 'Checklist terminée',
    merged: 'Terminer à la fusion',
    monday: 'Lundi matin',
    label: 'Assigner selon l’étiquette',
    old: 'Toujours d’actualité ?',
  },
  suggestions: {
    tomorrow: 'L’échéance est demain',
    monday: 'Revue hebdomadaire',
    old: 'Est-ce toujours d’actualité ?',
  },
};
