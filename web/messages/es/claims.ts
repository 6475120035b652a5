export const claimTexts = {
  name: 'Reservada',
  claimed: (holder: string | undefined, time: string) =>
    holder === undefined ? `Reservada hasta ${time}` : `Reservada por ${holder}, hasta ${time}`,
  takeBack: 'Recuperar',
  giveBack: 'Devolver',
  ended: 'La tarjeta vuelve a estar libre',
};
