import { list, word } from './counts.ts';

const looks = (...names: string[]): string => `${list(names)} ${word(names.length, 'נמצא/ת', 'נמצאים')} כאן`;
const writes = (...names: string[]): string =>
  `${list(names)} ${word(names.length, 'כותב/ת', 'כותבים')} עכשיו`;

export const hereTexts = {
  may: {
    viewOnly: 'צפייה בלבד',
    commentOnly: 'תגובות בלבד',
    viewOnlyHint: 'התפקיד שלך מאפשר לקרוא את הלוח, אך לא לשנות אותו.',
    commentOnlyHint: 'התפקיד שלך מאפשר לקרוא את הלוח ולהגיב על כרטיסיו.',
    less: 'ההרשאות שלך בלוח הזה השתנו, וחלק מהפעולות אינן זמינות עוד.',
    onlyView: 'ההרשאות שלך בלוח הזה השתנו: אפשר כעת רק לצפות בו.',
    kept: 'הטקסט שנכתב נשמר.',
  },
  here: {
    bot: 'בוט',
    botNamed: (name: string) => `${name} (בוט)`,
    now: 'כאן עכשיו',
    notNow: 'לא כאן עכשיו',
    you: 'את/ה',
    onlyFromImport: 'מיובא, עדיין ללא חשבון',
    everyone: 'כולם בלוח הזה',
    theirCards: 'הצגת כרטיסים של אדם זה בלבד',
    noFilter: 'הצגת כרטיסים של אחרים גם כן',
    looks: (name: string) => looks(name),
    writes: (name: string) => writes(name),
    hasOpen: (name: string) => `הכרטיס פתוח אצל ${name}`,
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
