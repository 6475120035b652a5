/** The types of relations as they are stored, from one of the two cards. */
export const storedRelationTypes = ['blocks', 'relates', 'duplicates', 'parent'] as const;

export type StoredRelationType = (typeof storedRelationTypes)[number];

/** The types as seen from a card. */
export const relationTypes = [...storedRelationTypes, 'blocked-by', 'duplicated-by', 'child'] as const;

export type RelationType = (typeof relationTypes)[number];

/** What the other card of a relation sees. */
export const oppositeOf: Readonly<Record<RelationType, RelationType>> = {
  blocks: 'blocked-by',
  'blocked-by': 'blocks',
  relates: 'relates',
  duplicates: 'duplicated-by',
  'duplicated-by': 'duplicates',
  parent: 'child',
  child: 'parent',
};

export const isStoredType = (type: RelationType): type is StoredRelationType =>
  storedRelationTypes.some((each) => each === type);
