/* By what somebody did something. */

export const byTexts = {
  rule: (name: string) => `by the rule ${name}`,
  codeHost: (name: string) => `from ${name}`,
  undo: (name: string) => `undoing what ${name} did`,
  mail: 'by email',
};
