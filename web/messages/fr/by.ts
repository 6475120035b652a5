export const byTexts = {
  rule: (name: string) => `par la règle ${name}`,
  codeHost: (name: string) => `depuis ${name}`,
  undo: (name: string) => `en annulant les actions de ${name}`,
  mail: 'par e-mail',
};
