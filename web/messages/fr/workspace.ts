import { counted } from './counts.ts';

export const workspaceTexts = {
  people: (count: number, invited: number) =>
    `${counted(count, 'membre', 'membres')}${invited > 0 ? `, ${counted(invited, 'invitation en attente', 'invitations en attente')}` : ''}`,
  since: (day: string) => `depuis le ${day}`,
  status: {
    invited: 'n’a pas encore accepté l’invitation',
    paused: 'n’a pas accès, mais reste sur les cartes',
  } as Readonly<Record<string, string>>,
  states: { invited: 'En attente', paused: 'En pause' } as Readonly<Record<string, string>>,
  rightsOf: (name: string) => `Autorisations de ${name}`,
  find: 'Chercher un membre',
  noneFound: 'Aucun membre ne porte ce nom.',
  pause: 'Mettre en pause',
  pauseNamed: (name: string) => `Mettre ${name} en pause`,
  pausedNow: (name: string) => `${name} n’a plus accès jusqu’à ce que vous le rétablissiez`,
  resume: 'Rétablir l’accès',
  resumeNamed: (name: string) => `Rétablir l’accès de ${name}`,
  resumed: (name: string) => `${name} a de nouveau accès`,
  placeholder: 'connu seulement par un import',
  leaveQuestion:
    'Vous perdrez l’accès à tous les tableaux de cet espace de travail, et ne pourrez revenir que sur invitation.',
  removeQuestion: (name: string) =>
    `${name} perdra l’accès à tous les tableaux, et sera retiré de ses cartes.`,
  cardPrefix: 'Préfixe des numéros de carte',
  cardPrefixHint: 'Avec WEB, les cartes s’appellent WEB-1, WEB-2 et ainsi de suite.',
  weekStart: 'La semaine commence le',
  weekDays: { '1': 'lundi', '0': 'dimanche', '6': 'samedi' },
  showEmails: 'Les membres voient les adresses e-mail des autres',
  publicBoards: 'Les tableaux peuvent être publics',
  delete: 'Supprimer l’espace de travail',
  deleteHint:
    'L’espace de travail et tous ses tableaux iront à la corbeille. Vous pouvez le restaurer pendant 30 jours.',
  deleteQuestion: (name: string) => `Plus personne ne pourra voir ${name} ni ses tableaux.`,
};
