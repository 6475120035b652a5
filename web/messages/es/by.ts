export const byTexts = {
  rule: (name: string) => `por la regla ${name}`,
  codeHost: (name: string) => `desde ${name}`,
  undo: (name: string) => `al deshacer lo que hizo ${name}`,
  mail: 'por correo',
};
