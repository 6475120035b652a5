import type { Words } from './words.ts';

export const fr: Words = {
  columns: {
    title:
      'titre, tâche, nom, nom de la tâche, carte, nom de la carte, titre de la carte, sujet, objet, intitulé, résumé',
    description: 'description de la carte, remarque, remarques, détail, détails, contenu, texte',
    list: 'liste, nom de la liste, statut, état, colonne, nom de la colonne, étape, section/colonne, compartiment, nom du compartiment',
    labels: 'étiquette, étiquettes, libellés, mot clé, mots clés, catégorie, catégories, balises',
    members:
      'membre, membres, assigné, assignée, assigné à, assignée à, attribué à, attribuée à, affecté à, affectée à, personne assignée, personnes assignées, responsable, responsables, propriétaire',
    due: "échéance, date d'échéance, date limite, date butoir, date de fin, fin, délai, à faire pour le, à rendre le",
    start: 'début, date de début, début le, commence le',
    completed:
      "terminé, terminée, terminé le, terminée le, achevé, achevée, achevé le, fait, faite, fini, finie, effectué, effectuée, date d'achèvement, date de réalisation",
    archived: 'archivé, archivée, archivé le, archivée le',
    checklist:
      'liste de contrôle, listes de contrôle, éléments de la checklist, éléments de la liste de contrôle, sous tâches',
    comment: 'commentaire, commentaires',
    number: 'numéro, n°, nº, numéro de carte, numéro de la carte',
    created: 'créé, créée, créé le, créée le, date de création',
    creator: 'créé par, créée par, créateur, créatrice, auteur, auteure, autrice, rapporteur',
    board: 'tableau, nom du tableau, projet, nom du projet, nom du plan',
    link: 'lien, liens, adresse web',
  },
  choices:
    'priorité, type, phase, catégorie, gravité, sévérité, taille, risque, impact, environnement, trimestre, équipe, jalon',
  yes: 'oui, vrai',
  no: 'non, faux',
  done: 'fait, faite, fini, finie, terminé, terminée, achevé, achevée, fermé, fermée, clos, close, archivé, archivée',
  open: 'à faire, ouvert, ouverte, nouveau, nouvelle, en cours, non commencé, non commencée, pas commencé',
  decimal: ',',
};
