/* Texts for merging a placeholder with a member. */

export const mergeTexts = {
  open: 'Merge with…',
  openFor: (name: string) => `Merge ${name} with a member`,
  with: (name: string) => `${name} is`,
  hint: 'Their cards, comments and files become those of the member. This cannot be undone.',
  merge: 'Merge',
  merged: (name: string) => `${name} is being merged`,
};
