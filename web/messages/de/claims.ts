export const claimTexts = {
  name: 'Reserviert',
  claimed: (holder: string | undefined, time: string) =>
    holder === undefined ? `Reserviert bis ${time}` : `Reserviert von ${holder}, bis ${time}`,
  takeBack: 'Zurückholen',
  giveBack: 'Zurückgeben',
  ended: 'Die Karte ist wieder für andere frei',
};
