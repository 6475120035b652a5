export const ofRules = {
  'action-needs': '{field} : il manque {missing} à l’action {type}',
  'action-needs-cards':
    '{field} : l’action {type} concerne des cartes, donc un horaire avec elle demande un filtre',
  'too-many-items-of-rule': '{field} : les actions d’une règle ajoutent au plus {max} éléments de checklist',
  'webhook-without-manager':
    '{field} : la personne qui a créé cette règle ne peut plus gérer les webhooks de l’espace de travail',
  'webhook-of-others': '{field} : ce webhook n’apprend pas ce qui se passe sur le tableau',
  'list-too-long-to-sort': 'Une règle trie des listes de {max:carte/cartes} au plus',
  'rule-to-try': '{field} : il n’y a rien à essayer sans une règle, ou ce qu’elle attend et fait',
  'not-a-button': 'Cette règle n’est pas un bouton',
  'rule-paused': 'Cette règle est en pause',
  'button-needs-card':
    '{field} : ce bouton modifie des cartes ; il s’utilise donc sur une carte, ou a un filtre',
};
