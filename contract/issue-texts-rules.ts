/* Issues of the rules of boards: see `issue-texts.ts`. */

export const ofRules = {
  'action-needs': '{field}: the action {type} lacks {missing}',
  'action-needs-cards': '{field}: the action {type} is for cards, so a schedule with it needs a filter',
  'too-many-items-of-rule': '{field}: the actions of a rule add at most {max} items of checklists',
  'webhook-without-manager':
    '{field}: the maker of this rule may no longer manage the webhooks of the workspace',
  'webhook-of-others': '{field}: this webhook is not told of what happens on the board',
  'list-too-long-to-sort': 'A rule sorts lists of at most {max:card/cards}',
  'rule-to-try': '{field}: there is nothing to try without a rule, or what it waits for and does',
  'not-a-button': 'This rule is not a button',
  'rule-paused': 'This rule is paused',
  'button-needs-card': '{field}: this button changes cards, so it is pressed on a card, or has a filter',
} as const;
