import type { workspaceKeyTexts as english } from '../en/workspace-keys.ts';
import { counted } from './counts.ts';

export const workspaceKeyTexts: typeof english = {
  title: 'Clés d’API',
  hint: 'Les clés des membres, des bots et des applications qui ouvrent cet espace de travail. La durée des clés se règle sous « Sécurité ».',
  none: 'Aucune clé d’API n’ouvre cet espace de travail.',
  of: (owner) => `de ${owner}`,
  unnamed: 'quelqu’un sans nom',
  made: (day) => `créée le ${day}`,
  hereOnly: 'cet espace de travail seulement',
  someBoards: (count) => counted(count, 'tableau', 'tableaux'),
  endsByPolicy: (day) => `expire ici le ${day}, comme réglé sous « Sécurité »`,
  closed: 'Fermée ici',
  closedBy: {
    secondFactor: 'la personne à qui elle appartient n’a pas de second facteur',
    personalKeys: 'seules les clés de bots ouvrent l’espace de travail',
    longestKeyLife: 'elle est trop ancienne',
    unusedKeyLife: 'elle est restée trop longtemps inutilisée',
    provider: 'elle n’est pas limitée à cet espace de travail',
  },
  end: 'Désactiver',
  revokeQuestion: (name, owner) =>
    `« ${name} » ne sert que dans cet espace de travail et sera donc révoquée : les programmes qui l’utilisent cesseront aussitôt de fonctionner. ${owner} en sera averti.`,
  endQuestion: (name, owner) =>
    `« ${name} » n’ouvrira plus cet espace de travail, et ne pourra plus y être réactivée. Elle continuera d’ouvrir les autres espaces de travail. ${owner} en sera averti.`,
  ended: (name) => `« ${name} » n’ouvre plus cet espace de travail`,
  policies: {
    personalKeys: 'Les membres peuvent utiliser des clés d’API',
    personalKeysHint:
      'Sinon, seules les clés de bots ouvrent l’espace de travail, et aucune application autorisée par un membre.',
    longest: 'Les clés d’API expirent après',
    longestHint:
      'Quelle que soit leur propre date d’expiration. Leurs propriétaires sont avertis sept jours avant. Elles continuent d’ouvrir les autres espaces de travail.',
    unused: 'Les clés d’API inutilisées expirent après',
    unusedHint: 'Leurs propriétaires sont avertis sept jours avant. Une utilisation ailleurs compte aussi.',
    noLimit: 'Pas de limite',
    days: (days) => counted(days, 'jour', 'jours'),
    exports: 'Qui peut exporter',
    exporters: {
      members: 'Toute personne qui voit les tableaux',
      admins: 'Uniquement les personnes qui gèrent l’espace de travail',
    },
    exportsHint: 'Cela n’empêche personne de copier une à une les cartes qui lui sont visibles.',
  },
};
