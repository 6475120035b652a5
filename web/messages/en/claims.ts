export const claimTexts = {
  name: 'Claimed',
  /** Without a holder, it is nobody who may be named. */
  claimed: (holder: string | undefined, time: string) =>
    holder === undefined ? `Claimed until ${time}` : `Claimed by ${holder}, until ${time}`,
  takeBack: 'Take back',
  giveBack: 'Give back',
  ended: 'The card is free for others again',
};
