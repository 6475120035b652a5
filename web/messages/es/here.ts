import { list, word } from './counts.ts';

const looks = (...names: string[]): string => `${list(names)} ${word(names.length, 'está', 'están')} aquí`;
const writes = (...names: string[]): string =>
  `${list(names)} ${word(names.length, 'está', 'están')} escribiendo`;

export const hereTexts = {
  may: {
    viewOnly: 'Solo lectura',
    commentOnly: 'Solo comentarios',
    viewOnlyHint: 'Tu rol te permite leer este tablero, pero no cambiarlo.',
    commentOnlyHint: 'Tu rol te permite leer este tablero y comentar sus tarjetas.',
    less: 'Tus permisos en este tablero han cambiado y algunas acciones ya no están disponibles.',
    onlyView: 'Tus permisos en este tablero han cambiado: ahora solo puedes verlo.',
    kept: 'El texto que estabas escribiendo se conserva.',
  },
  here: {
    bot: 'Bot',
    botNamed: (name: string) => `${name} (bot)`,
    now: 'Aquí ahora',
    notNow: 'Ahora no está',
    you: 'Tú',
    onlyFromImport: 'Importado, aún sin cuenta',
    everyone: 'Todos en este tablero',
    theirCards: 'Mostrar solo sus tarjetas',
    noFilter: 'Mostrar también las de otros',
    looks: (name: string) => looks(name),
    writes: (name: string) => writes(name),
    hasOpen: (name: string) => `${name} tiene abierta esta tarjeta`,
    onCard(viewers: readonly { name: string; isWriting: boolean }[]) {
      const [writing = [], looking = []] = [true, false].map((isWriting) =>
        viewers.filter((each) => each.isWriting === isWriting).map(({ name }) => name),
      );
      return [writing.length > 0 ? writes(...writing) : [], looking.length > 0 ? looks(...looking) : []]
        .flat()
        .join(' · ');
    },
  },
};
