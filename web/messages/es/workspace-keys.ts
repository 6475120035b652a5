import type { workspaceKeyTexts as english } from '../en/workspace-keys.ts';
import { counted } from './counts.ts';

export const workspaceKeyTexts: typeof english = {
  title: 'Claves de API',
  hint: 'Las claves de miembros, bots y aplicaciones que abren este espacio de trabajo. Cuánto duran las claves se decide en «Seguridad».',
  none: 'Ninguna clave de API abre este espacio de trabajo.',
  of: (owner) => `de ${owner}`,
  unnamed: 'alguien sin nombre',
  made: (day) => `creada el ${day}`,
  hereOnly: 'solo este espacio de trabajo',
  someBoards: (count) => counted(count, 'tablero', 'tableros'),
  endsByPolicy: (day) => `caduca aquí el ${day}, como se decidió en «Seguridad»`,
  closed: 'Cerrada aquí',
  closedBy: {
    secondFactor: 'la persona a la que pertenece no tiene un segundo factor',
    personalKeys: 'solo las claves de bots abren el espacio de trabajo',
    longestKeyLife: 'es demasiado antigua',
    unusedKeyLife: 'lleva demasiado tiempo sin usarse',
    provider: 'no está limitada a este espacio de trabajo',
  },
  end: 'Desactivar',
  revokeQuestion: (name, owner) =>
    `«${name}» es solo para este espacio de trabajo, así que se revoca: los programas que la usan dejarán de funcionar al instante. ${owner} recibirá un aviso.`,
  endQuestion: (name, owner) =>
    `«${name}» dejará de abrir este espacio de trabajo y no se podrá volver a admitir. Seguirá abriendo otros espacios de trabajo. ${owner} recibirá un aviso.`,
  ended: (name) => `«${name}» ya no abre este espacio de trabajo`,
  policies: {
    personalKeys: 'Los miembros pueden usar claves de API',
    personalKeysHint:
      'Si no, solo abren el espacio de trabajo las claves de bots, y ninguna aplicación que haya permitido un miembro.',
    longest: 'Las claves de API caducan tras',
    longestHint:
      'Sea cual sea su propia caducidad. Se avisa a sus propietarios siete días antes. Siguen abriendo otros espacios de trabajo.',
    unused: 'Las claves de API sin usar caducan tras',
    unusedHint: 'Se avisa a sus propietarios siete días antes. El uso en otros sitios también cuenta.',
    noLimit: 'Sin límite',
    days: (days) => counted(days, 'día', 'días'),
    exports: 'Quién puede exportar',
    exporters: {
      members: 'Cualquiera que vea los tableros',
      admins: 'Solo quien gestiona el espacio de trabajo',
    },
    exportsHint: 'No impide que alguien copie una a una las tarjetas que ve.',
  },
};
