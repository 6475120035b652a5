export const claimTexts = {
  name: 'Réservée',
  claimed: (holder: string | undefined, time: string) =>
    holder === undefined ? `Réservée jusqu’à ${time}` : `Réservée par ${holder}, jusqu’à ${time}`,
  takeBack: 'Reprendre',
  giveBack: 'Rendre',
  ended: 'La carte est de nouveau libre',
};
