export const byTexts = {
  rule: (name: string) => `durch die Regel ${name}`,
  codeHost: (name: string) => `von ${name}`,
  undo: (name: string) => `beim Rückgängigmachen von ${name}`,
  mail: 'per E-Mail',
};
