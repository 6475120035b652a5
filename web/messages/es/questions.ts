export const questionTexts = {
  open: 'Preguntas abiertas',
  someone: 'Alguien',
  asks: (who: string, whom: string | undefined) =>
    whom === undefined ? `${who} pregunta` : `${who} pregunta a ${whom}`,
  asksYou: (who: string) => `${who} te pregunta`,
  options: 'Respuestas',
  other: 'Otra respuesta',
  answer: 'Responder',
  withdraw: 'Retirar',
};
