export const ofPlans = {
  'planned-circle': '{field} : les cartes formeraient une boucle de liens',
  'planned-twice': '{field} est aussi la clé d’une autre carte du plan',
  'unknown-planned':
    '{field} n’est ni la clé d’une carte du plan, ni une carte de cet espace de travail que vous pouvez voir',
  'labels-missing': ({ labels }: { labels: readonly string[] }) =>
    `Le tableau n’a pas d’étiquettes nommées ${labels.join(', ')}, et les créer demande l’autorisation board:edit`,
  'second-parent': '{field} : la carte a déjà une carte parente',
  'several-lists': '{field} peut désigner {count} listes : donnez l’identifiant de l’une',
  'no-list': 'Le tableau n’a pas de liste',
  'proposal-twice': '{field} nomme une proposition déjà nommée',
  'unknown-proposal': '{field} n’est pas une carte proposée sur ce tableau',
  'proposals-of-plans': '{field} : les cartes doivent être d’un même plan',
  'proposal-accepted': ({ name }: { name: string }) => `Déjà acceptée par ${name}`,
  'proposal-discarded': ({ name }: { name: string }) => `Déjà écartée par ${name}`,
};
