import { counted } from './counts.ts';

export const botTexts = {
  title: (count: number) => (count === 0 ? 'Bots' : counted(count, 'bot', 'bots')),
  hint: 'Un bot est un membre pour un agent ou un autre programme. On peut lui assigner des cartes et le mentionner, et ce qu’il fait est signalé. Il ne peut rien de plus que la personne à qui il appartient.',
  add: 'Ajouter un bot',
  name: 'Nom',
  owner: 'Appartient à',
  ownerHint: 'Répond du bot et crée ses clés.',
  role: 'Rôle',
  ownedBy: (name: string) => `appartient à ${name}`,
  nobody: 'quelqu’un qui est parti',
  keys: (count: number) => (count === 0 ? 'aucune clé' : counted(count, 'clé', 'clés')),
  used: (ago: string) => `dernière utilisation ${ago}`,
  manage: 'Gérer',
  manageNamed: (name: string) => `Gérer ${name}`,
  keysTitle: 'Ses clés d’API',
  noKeys: 'Il n’a pas de clé d’API et ne peut encore rien faire.',
  newKey: 'Nouvelle clé',
  pausedFor:
    'Il n’a pas accès. Si la personne à qui il appartient est partie ou a moins de droits, confiez-le d’abord à une autre ou changez son rôle.',
  pause: 'Mettre en pause',
  resume: 'Rétablir l’accès',
  remove: 'Retirer le bot',
  removeQuestion: (name: string) =>
    `${name} perdra ses clés et sera retiré de ses cartes. Ce qu’il a fait reste, sous son nom.`,
};
