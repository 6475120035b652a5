import { counted } from './counts.ts';

export const workspaceTexts = {
  people: (count: number, invited: number) =>
    `${counted(count, 'miembro', 'miembros')}${invited > 0 ? `, ${counted(invited, 'invitación pendiente', 'invitaciones pendientes')}` : ''}`,
  since: (day: string) => `desde el ${day}`,
  status: {
    invited: 'aún no se ha unido',
    paused: 'no tiene acceso, pero sigue en las tarjetas',
  } as Readonly<Record<string, string>>,
  states: { invited: 'Pendiente', paused: 'En pausa' } as Readonly<Record<string, string>>,
  rightsOf: (name: string) => `Permisos de ${name}`,
  find: 'Buscar un miembro',
  noneFound: 'Ningún miembro tiene este nombre.',
  pause: 'Pausar',
  pauseNamed: (name: string) => `Pausar a ${name}`,
  pausedNow: (name: string) => `${name} no tiene acceso hasta que lo vuelvas a admitir`,
  resume: 'Volver a admitir',
  resumeNamed: (name: string) => `Volver a admitir a ${name}`,
  resumed: (name: string) => `${name} vuelve a tener acceso`,
  placeholder: 'conocido solo por una importación',
  leaveQuestion:
    'Perderás el acceso a todos los tableros de este espacio de trabajo, y solo podrás volver si te invitan.',
  removeQuestion: (name: string) =>
    `${name} perderá el acceso a todos los tableros y dejará de estar en sus tarjetas.`,
  cardPrefix: 'Prefijo de los números de tarjeta',
  cardPrefixHint: 'Con WEB, las tarjetas se llaman WEB-1, WEB-2, etcétera.',
  weekStart: 'La semana empieza el',
  weekDays: { '1': 'lunes', '0': 'domingo', '6': 'sábado' },
  showEmails: 'Los miembros ven los correos de los demás',
  publicBoards: 'Los tableros pueden ser públicos',
  delete: 'Eliminar espacio de trabajo',
  deleteHint:
    'El espacio de trabajo y todos sus tableros irán a la papelera. Puedes restaurarlo durante 30 días.',
  deleteQuestion: (name: string) => `Nadie podrá ver ${name} ni sus tableros.`,
};
