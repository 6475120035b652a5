export const mergeTexts = {
  open: 'Fusionar con…',
  openFor: (name: string) => `Fusionar a ${name} con un miembro`,
  with: (name: string) => `${name} es`,
  hint: 'Sus tarjetas, comentarios y archivos pasan al miembro. No se puede deshacer.',
  merge: 'Fusionar',
  merged: (name: string) => `${name}: fusión en curso`,
};
