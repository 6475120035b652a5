import type { signOnTexts as english } from '../en/sign-on.ts';

export const signOnTexts: typeof english = {
  provider: 'Los miembros inician sesión con',
  anyWay: 'Cualquier medio',
  providerHint:
    'El espacio de trabajo está cerrado a las sesiones abiertas de otro modo y a las claves de API que no se limitan a él. Los invitados no son una excepción.',
  firstBy: 'Primero inicia sesión con este proveedor, para no quedarte fuera.',
  session: 'Volver a iniciar sesión después de',
  noLimit: 'Sin límite propio',
  sessionHint:
    'Una sesión abierta hace más tiempo abre el espacio de trabajo solo después de volver a iniciar sesión.',
  idle: 'Volver a iniciar sesión tras una pausa de',
  idleHint:
    'Una sesión que estuvo más tiempo sin usarse abre el espacio de trabajo solo después de volver a iniciar sesión. Una página que solo queda abierta no la usa.',
  minutes: (minutes: number) => (minutes === 1 ? '1 minuto' : `${minutes} minutos`),
  hours: (hours: number) => (hours === 1 ? '1 hora' : `${hours} horas`),
  days: (days: number) => (days === 1 ? '1 día' : `${days} días`),
  networks: 'Solo desde estas redes',
  networksHint:
    'Una por línea, por ejemplo 192.0.2.0/24. Vacío para cualquier lugar. Debe contener la dirección en la que estás.',
  firstNear: 'Te quedarías fuera: tu propia dirección no está en estas redes.',
  firstAgain: 'Te quedarías fuera: primero vuelve a iniciar sesión.',
  groups: 'Grupos',
  groupsHint:
    'Las personas de estos grupos reciben aquí un rol: las de un proveedor al iniciar sesión, las de un directorio de inmediato.',
  noGroups: 'Ningún grupo da todavía un rol.',
  directory: 'Directorio (SCIM)',
  group: 'Grupo',
  of: 'Origen',
  role: 'Rol',
  add: 'Añadir grupo',
  remove: 'Quitar',
  removeNamed: (name: string) => `Quitar ${name}`,
  scim: 'Directorio',
  scimHint:
    'Un directorio como Entra ID u Okta añade, pausa y quita miembros mediante SCIM 2.0. Necesita esta dirección y un token.',
  address: 'Dirección',
  token: 'Token',
  makeToken: 'Crear token',
  tokenHint:
    'El token es una clave de API tuya y deja de funcionar cuando ya no eres admin. Puedes revocarlo en «Claves de API».',
  closedBy: (workspace: string) => `${workspace} solo se abre a quien ha iniciado sesión con su proveedor.`,
  closedOld: (workspace: string) => `${workspace} pide que vuelvas a iniciar sesión.`,
  closedFar: (workspace: string) => `${workspace} no se puede abrir desde la red en la que estás.`,
  again: 'Volver a iniciar sesión',
};
