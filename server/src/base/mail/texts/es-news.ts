import type { NewsTexts } from './en-news.ts';

export const newsTexts: NewsTexts = {
  somebody: 'Alguien',
  ofCard: (title, board) => `${title} (${board})`,
  ofMany: (count, board, boards) => {
    const where = boards > 1 ? ` en ${boards} tableros` : boards === 1 ? ` en ${board}` : '';
    return `${count} avisos${where}`;
  },
  others: 'Otros avisos',
  thisCard: { start: 'Esta tarjeta', within: 'esta tarjeta' },
  open: 'Abrir la tarjeta',
  inbox: 'Abrir la bandeja de entrada',
  more: (count) => `Y ${count} más en tu bandeja de entrada.`,
  why: 'Tus ajustes de avisos dicen qué se te envía por correo.',
  noReplies: 'Las respuestas a este correo no se leen.',
  replies: 'Responde a este correo para comentar la tarjeta.',
  answers: 'Responde a este correo para responder a la pregunta.',
  replyAbove: '— Responde encima de esta línea para comentar —',
  settings: 'Ajustes de avisos',
  unsubscribe: 'Dejar de recibir estos correos',
  summary: {
    why: 'Recibes esto los días de tu recopilación, y nunca cuando no hay nada que decir. Las respuestas a este correo no se leen.',
    open: 'Abrir mi trabajo',
    counts: {
      overdue: (count) => `${count} con retraso`,
      today: (count) => `${count} para hoy`,
      waiting: (count) => `${count} a la espera de tu respuesta`,
      finished: (count) => `${count} ${count === '1' ? 'terminada' : 'terminadas'}`,
    },
    over: (count) => `más de ${count}`,
    headings: {
      overdue: 'Con retraso',
      today: 'Para hoy',
      waiting: 'A la espera de tu respuesta',
      finished: (since) => (since === undefined ? 'Terminadas ayer' : `Terminadas desde el ${since}`),
    },
    subject: (counts) => `Tu día: ${counts.join(', ')}`,
    on: (board, when) => (when === undefined ? board : `${board} · ${when}`),
    more: (count) => `Y ${count} más.`,
  },
  page: {
    news: {
      title: 'Correos de avisos',
      question: '¿Quieres dejar de recibir correos sobre lo que ocurre en tus tableros?',
      stopped: 'Ya no recibirás correos sobre lo que ocurre en tus tableros.',
    },
    summary: {
      title: 'Resumen de tu día',
      question: '¿Quieres dejar de recibir por correo resúmenes de tu día?',
      stopped: 'Ya no recibirás resúmenes de tu día. Los demás correos siguen llegando.',
    },
    stop: 'Dejar de recibir estos correos',
    wrong: 'Este enlace no está completo. Tus ajustes dicen qué se te envía por correo.',
    settings: 'Ajustes de avisos',
  },
};
