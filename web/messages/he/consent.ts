export const consentTexts = {
  title: 'חיבור אפליקציה',
  asks: (name: string) => `”${name}” מבקשת גישה`,
  as: (email: string) => `היא תפעל בשמך, ${email}, בגבולות שלהלן. מה שהיא עושה מוצג עם שמה.`,
  vouched: (host: string) => `${host} ערב לשם הזה.`,
  unvouched:
    'איש לא בדק את השם: האפליקציה נתנה אותו לעצמה. יש להמשיך רק אם התחלת זאת עכשיו באפליקציה מהימנה.',
  returns: {
    site: (host: string) => `אחר כך חוזרים אל ${host}, שמקבל את הגישה.`,
    computer: () => 'אחר כך חוזרים לתוכנה במחשב הזה, שמקבלת את הגישה.',
    app: (scheme: string) => `אחר כך האפליקציה שפותחת את ${scheme} מקבלת את הגישה.`,
  },
  onlyBoards: 'כל השאר בסביבת העבודה נשאר מוסתר ממנה.',
  allow: 'אישור',
  refuse: 'סירוב',
  back: (to: string) => `חזרה אל ${to}`,
  cannot: 'אי אפשר לאשר את זה',
  leaving: 'חוזרים לאפליקציה…',
  leavingHint: 'אפשר לסגור את הדף.',
};
