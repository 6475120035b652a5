/* Issues of plans: see `issue-texts.ts`. */

export const ofPlans = {
  'planned-circle': '{field}: the cards would be in a circle of this relation',
  'planned-twice': '{field} is the key of another card of the plan, too',
  'unknown-planned':
    '{field} is neither the key of a card of the plan nor a card of this workspace that you may view',
  'labels-missing': ({ labels }: { labels: readonly string[] }) =>
    `The board has no labels called ${labels.join(', ')}, and making them requires the permission board:edit`,
  'second-parent': '{field}: the card has a parent already',
  'several-lists': '{field} may mean {count} lists: give the id of one',
  'no-list': 'The board has no list',
  'proposal-twice': '{field} names a proposal that is named before',
  'unknown-proposal': '{field} is not a card that is proposed on this board',
  'proposals-of-plans': '{field}: the cards must be of one plan',
  'proposal-accepted': ({ name }: { name: string }) => `Accepted by ${name} already`,
  'proposal-discarded': ({ name }: { name: string }) => `Discarded by ${name} already`,
} as const;
