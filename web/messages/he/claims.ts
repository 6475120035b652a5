export const claimTexts = {
  name: 'משוריין',
  claimed: (holder: string | undefined, time: string) =>
    holder === undefined ? `משוריין עד ${time}` : `משוריין על ידי ${holder}, עד ${time}`,
  takeBack: 'לקיחה בחזרה',
  giveBack: 'החזרה',
  ended: 'הכרטיס שוב פנוי לאחרים',
};
