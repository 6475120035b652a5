/* Issues of the rules of boards: see `issue-texts.ts`. */

export const ofRules = {
  'action-needs': '{field}: the action {type} lacks {missing}',
  'action-needs-cards': '{field}: the action {type} is for cards, so a schedule with it needs a filter',
  'too-many-items-of-rule': '{field}: the actions of a rule add at most {max} items of checklists',
  'not-a-button': 'This rule is not a button',
  'rule-paused': 'This rule is paused',
  'button-needs-card': '{field}: this button changes cards, so it is pressed on a card, or has a filter',
} as const;
