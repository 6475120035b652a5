import type { NotificationKind } from '../../../contract/notifications.ts';
import { type Sentence, times } from '../inbox-sentence.ts';
import { counted } from './counts.ts';

const often = (what: string) => (count: number) => (count === 1 ? what : `${what} (${count} fois)`);

const events: Readonly<Record<string, (count: number) => string>> = {
  'signIn.succeeded': (count) =>
    count === 1 ? 'Nouvelle connexion à votre compte' : `${count} nouvelles connexions à votre compte`,
  'password.set': () => 'Votre compte a maintenant un mot de passe',
  'password.changed': often('Votre mot de passe a été modifié'),
  'password.reset': often('Votre mot de passe a été réinitialisé'),
  'email.changed': often('L’adresse de votre compte a été modifiée'),
  'application.allowed': (count) =>
    count === 1
      ? 'Une application a reçu l’accès à votre compte'
      : `${count} applications ont reçu l’accès à votre compte`,
  'export.started': (count) =>
    count === 1
      ? 'Un export d’espace de travail a été lancé avec votre compte'
      : `${count} exports d’espaces de travail ont été lancés avec votre compte`,
  'key.created': (count) =>
    count === 1
      ? 'Une clé d’API a été créée pour votre compte'
      : `${count} clés d’API ont été créées pour votre compte`,
  'secondFactor.demanded': () => 'Votre compte a désormais besoin d’un second facteur',
  'key.ending': (count) =>
    count === 1 ? 'Une de vos clés d’API expire bientôt' : `${count} de vos clés d’API expirent bientôt`,
  'key.ended': (count) =>
    count === 1
      ? 'Une de vos clés d’API n’est plus valable'
      : `${count} de vos clés d’API ne sont plus valables`,
};

const pauses: Readonly<Record<string, string>> = {
  rights: 'Une de vos règles est en pause : vous n’avez plus l’autorisation pour ce qu’elle fait',
  failing: 'Une de vos règles est en pause : elle a échoué dix fois de suite',
  'too-many-runs': 'Une de vos règles est en pause : elle s’est exécutée trop souvent en une minute',
};

const says = {
  asked: times('a posé une question', (count) => `a posé ${count} questions`),
  proposed: (who, _count, { cards }) =>
    cards === 1 ? `${who} a proposé une carte` : `${who} a proposé ${cards} cartes`,
  assigned: (who) => `${who} vous a ajouté à une carte`,
  mentioned: times('vous a mentionné', (count) => `vous a mentionné ${count} fois`),
  'due-soon': () => 'Une carte arrive à échéance',
  overdue: () => 'Une carte est en retard',
  invited: (who, _count, { place, isOfBoard }) =>
    isOfBoard ? `${who} vous a ajouté à un tableau` : `${who} vous a invité à rejoindre ${place}`,
  security: (_who, count, { event }) => events[event]?.(count) ?? often('Votre compte a été modifié')(count),
  replied: times('vous a répondu', (count) => `vous a répondu ${count} fois`),
  reacted: times('a réagi à votre commentaire', (count) => `a réagi à vos commentaires ${count} fois`),
  commented: times('a commenté', (count) => `a écrit ${count} commentaires`),
  completed: (who) => `${who} a terminé une carte`,
  moved: times('a déplacé une carte', (count) => `a déplacé une carte ${count} fois`),
  changed: times('a modifié une carte', (count) => `a fait ${count} modifications`),
  'role-changed': (who, _count, { role }) => `${who} a changé votre rôle en ${role}`,
  'import-done': (_who, _count, { hasFailed }) =>
    hasFailed ? 'Votre import a échoué' : 'Votre import est terminé',
  'export-done': (_who, _count, { hasFailed }) =>
    hasFailed ? 'Votre export a échoué' : 'Votre export est prêt',
  'webhook-disabled': (_who, _count, { isOfBoard }) =>
    isOfBoard
      ? 'Une messagerie a été désactivée : elle n’accepte pas les messages'
      : 'Un webhook a été désactivé : son destinataire ne répond pas',
  rule: (_who, _count, { text }) => text,
  'rule-paused': (_who, _count, { reason }) => pauses[reason] ?? 'Une de vos règles est en pause',
  'claim-ended': (who, _count, { claim, name }) =>
    claim === 'revoked' ? `${who} a repris une carte à ${name}` : `${name} a dépassé le délai pour une carte`,
} satisfies Record<NotificationKind, Sentence>;

export const inboxTexts = {
  states: { unread: 'Non lues', all: 'Toutes', archived: 'Terminées' },
  says: says as Readonly<Record<string, Sentence>>,
  someone: 'Quelqu’un',
  needsYou: 'À traiter',
  account: 'Votre compte',
  more: 'Afficher plus',
  several: (who: string, others: number) =>
    others === 0 ? who : `${who} et ${counted(others, 'autre personne', 'autres personnes')}`,
  onOneCard: (who: string, count: number) => `${who} : ${counted(count, 'nouveauté', 'nouveautés')}`,
  readAll: 'Tout marquer comme lu',
  markRead: 'Marquer comme lu',
  markUnread: 'Marquer comme non lu',
  done: 'Terminé',
  quoted: (words: string) => `« ${words} »`,
  undone: 'Remettre dans la boîte de réception',
  later: 'Plus tard',
  open: 'Ouvrir',
  choices: { hours: 'Dans 3 heures', tomorrow: 'Demain', week: 'La semaine prochaine' },
  nothingUnread: 'Vous êtes à jour',
  nothing: 'Rien ici pour l’instant',
  nothingHint: 'Les mentions, réponses, assignations et dates de vos cartes apparaissent ici.',
  notFound: 'Cette carte n’existe plus, ou vous ne pouvez plus la voir.',
  comment: 'Écrire un commentaire',
  send: 'Envoyer',
  snoozedUntil: (when: string) => `Vous le reverrez ${when}.`,
  keys: [
    ['J', 'K', 'Suivante, précédente'],
    ['E', 'Terminé'],
    ['H', 'Plus tard'],
    ['U', 'Lue ou non lue'],
    ['Entrée', 'Ouvrir la carte'],
  ] as readonly (readonly string[])[],
};
