import type { NotificationKind } from '../../../contract/notifications.ts';
import { type Sentence, times } from '../inbox-sentence.ts';
import { counted } from './counts.ts';

const often = (what: string) => (count: number) => (count === 1 ? what : `${what} (${count} veces)`);

const events: Readonly<Record<string, (count: number) => string>> = {
  'signIn.succeeded': (count) =>
    count === 1 ? 'Nuevo inicio de sesión en tu cuenta' : `${count} nuevos inicios de sesión en tu cuenta`,
  'password.set': () => 'Tu cuenta ya tiene contraseña',
  'password.changed': often('Se ha cambiado tu contraseña'),
  'password.reset': often('Se ha restablecido tu contraseña'),
  'email.changed': often('Se ha cambiado la dirección de tu cuenta'),
  'application.allowed': (count) =>
    count === 1
      ? 'Una aplicación ha recibido acceso a tu cuenta'
      : `${count} aplicaciones han recibido acceso a tu cuenta`,
  'export.started': (count) =>
    count === 1
      ? 'Se ha iniciado una exportación de un espacio de trabajo con tu cuenta'
      : `Se han iniciado ${count} exportaciones de espacios de trabajo con tu cuenta`,
  'secondFactor.demanded': () => 'Tu cuenta necesita ahora un segundo factor',
  'key.ending': (count) =>
    count === 1 ? 'Una de tus claves de API caduca pronto' : `${count} de tus claves de API caducan pronto`,
  'key.ended': (count) =>
    count === 1
      ? 'Una de tus claves de API ya no es válida'
      : `${count} de tus claves de API ya no son válidas`,
  'key.created': (count) =>
    count === 1
      ? 'Se ha creado una clave de API para tu cuenta'
      : `Se han creado ${count} claves de API para tu cuenta`,
};

const pauses: Readonly<Record<string, string>> = {
  rights: 'Una regla tuya está en pausa: ya no tienes permiso para lo que hace',
  failing: 'Una regla tuya está en pausa: falló diez veces seguidas',
  'too-many-runs': 'Una regla tuya está en pausa: se ejecutó demasiadas veces en un minuto',
};

const says = {
  asked: times('hizo una pregunta', (count) => `hizo ${count} preguntas`),
  proposed: (who, _count, { cards }) =>
    cards === 1 ? `${who} propuso una tarjeta` : `${who} propuso ${cards} tarjetas`,
  assigned: (who) => `${who} te añadió a una tarjeta`,
  mentioned: times('te mencionó', (count) => `te mencionó ${count} veces`),
  'due-soon': () => 'Una tarjeta vence pronto',
  overdue: () => 'Una tarjeta tiene retraso',
  invited: (who, _count, { place, isOfBoard }) =>
    isOfBoard ? `${who} te añadió a un tablero` : `${who} te invitó a ${place}`,
  security: (_who, count, { event }) => events[event]?.(count) ?? often('Tu cuenta ha cambiado')(count),
  replied: times('te respondió', (count) => `te respondió ${count} veces`),
  reacted: times('reaccionó a tu comentario', (count) => `reaccionó a tus comentarios ${count} veces`),
  commented: times('comentó', (count) => `escribió ${count} comentarios`),
  completed: (who) => `${who} completó una tarjeta`,
  moved: times('movió una tarjeta', (count) => `movió una tarjeta ${count} veces`),
  changed: times('cambió una tarjeta', (count) => `hizo ${count} cambios`),
  'role-changed': (who, _count, { role }) => `${who} cambió tu rol a ${role}`,
  'import-done': (_who, _count, { hasFailed }) =>
    hasFailed ? 'Tu importación ha fallado' : 'Tu importación ha terminado',
  'export-done': (_who, _count, { hasFailed }) =>
    hasFailed ? 'Tu exportación ha fallado' : 'Tu exportación está lista',
  'webhook-disabled': (_who, _count, { isOfBoard }) =>
    isOfBoard
      ? 'Se desactivó un chat: no acepta mensajes'
      : 'Se desactivó un webhook: su receptor no responde',
  rule: (_who, _count, { text }) => text,
  'rule-paused': (_who, _count, { reason }) => pauses[reason] ?? 'Una regla tuya está en pausa',
  'claim-ended': (who, _count, { claim, name }) =>
    claim === 'revoked' ? `${who} recuperó una tarjeta de ${name}` : `${name} agotó el tiempo de una tarjeta`,
} satisfies Record<NotificationKind, Sentence>;

export const inboxTexts = {
  states: { unread: 'Sin leer', all: 'Todo', archived: 'Hecho' },
  says: says as Readonly<Record<string, Sentence>>,
  someone: 'Alguien',
  needsYou: 'Por atender',
  account: 'Tu cuenta',
  more: 'Mostrar más',
  several: (who: string, others: number) =>
    others === 0 ? who : `${who} y ${counted(others, 'persona más', 'personas más')}`,
  onOneCard: (who: string, count: number) => `${who}: ${counted(count, 'novedad', 'novedades')}`,
  readAll: 'Marcar todo como leído',
  markRead: 'Marcar como leído',
  markUnread: 'Marcar como no leído',
  done: 'Hecho',
  quoted: (words: string) => `«${words}»`,
  undone: 'Devolver a la bandeja',
  later: 'Más tarde',
  open: 'Abrir',
  choices: { hours: 'En 3 horas', tomorrow: 'Mañana', week: 'La semana que viene' },
  nothingUnread: 'Estás al día',
  nothing: 'Aún no hay nada aquí',
  nothingHint: 'Las menciones, respuestas, asignaciones y fechas de tus tarjetas aparecen aquí.',
  notFound: 'Esta tarjeta ya no existe, o ya no puedes verla.',
  comment: 'Escribir un comentario',
  send: 'Enviar',
  snoozedUntil: (when: string) => `Lo verás de nuevo ${when}.`,
  keys: [
    ['J', 'K', 'Siguiente, anterior'],
    ['E', 'Hecho'],
    ['H', 'Más tarde'],
    ['U', 'Leído o no leído'],
    ['Intro', 'Abrir la tarjeta'],
  ] as readonly (readonly string[])[],
};
