const fieldTakes: Record<string, string> = {
  text: 'un texte d’une ligne, de 500 caractères au plus',
  number: 'un nombre, jusqu’à mille milliards',
  money: 'un nombre avec au plus quatre décimales, jusqu’à mille milliards',
  date: 'un jour comme 2026-03-01, ou une date et une heure',
  select: 'l’une de ses options',
  'multi-select': 'une liste de ses options, 50 au plus',
  person: 'un membre qui peut voir le tableau',
  checkbox: 'true ou false',
  link: 'une adresse qui commence par http://, https:// ou mailto:',
};

export const ofFields = {
  'unknown-field': '{field} : {name} n’est pas un champ de ce tableau',
  'field-name-taken': '{field} : le tableau a déjà un champ de ce nom',
  'workspace-field-name-taken': '{field} : l’espace de travail a déjà un champ de ce nom',
  'field-name-taken-on-board': '{field} : un tableau qui utilise ce champ en a un autre de ce nom',
  'field-of-workspace': '{field} : c’est un champ de l’espace de travail, qui se modifie là-bas',
  'field-type-fixed': '{field} : le type d’un champ ne peut pas changer',
  'option-name-taken': '{field} : le champ a déjà une option de ce nom',
  'options-changed': '{field} : le champ a désormais des options qui manquent ici',
  'unknown-option': '{field} n’est pas une option de ce champ',
  'setting-of-other-type': '{field} n’est pas pour les champs de type {type}',
  'field-takes': ({ field, name, type, max }: { field: string; name: string; type: string; max: number }) =>
    `${field} : ${name} accepte ${type === 'rating' ? `un nombre entier de 1 à ${max}` : (fieldTakes[type] ?? type)}`,
  'field-repeated': '{field} a deux fois {name}, par son nom et par son identifiant',
};
