import { counted } from './counts.ts';

export const botTexts = {
  title: (count: number) => (count === 0 ? 'Bots' : counted(count, 'bot', 'bots')),
  hint: 'Un bot es un miembro para un agente u otro programa. Se le pueden asignar tarjetas y se le puede mencionar, y lo que hace queda marcado. No puede hacer más que la persona a la que pertenece.',
  add: 'Añadir un bot',
  name: 'Nombre',
  owner: 'Pertenece a',
  ownerHint: 'Responde del bot y crea sus claves.',
  role: 'Rol',
  ownedBy: (name: string) => `pertenece a ${name}`,
  nobody: 'alguien que se fue',
  keys: (count: number) => (count === 0 ? 'sin claves' : counted(count, 'clave', 'claves')),
  used: (ago: string) => `último uso ${ago}`,
  manage: 'Gestionar',
  manageNamed: (name: string) => `Gestionar ${name}`,
  keysTitle: 'Sus claves de API',
  noKeys: 'No tiene claves de API y aún no puede hacer nada.',
  newKey: 'Clave nueva',
  pausedFor:
    'No tiene acceso. Si la persona a la que pertenece se fue o ahora puede menos, asígnaselo antes a otra o dale otro rol.',
  pause: 'Pausar',
  resume: 'Volver a admitir',
  remove: 'Quitar bot',
  removeQuestion: (name: string) =>
    `${name} perderá sus claves y dejará de estar en sus tarjetas. Lo que hizo permanece, con su nombre.`,
};
