export const mailedTexts = {
  signIn: 'התחברות באמצעות קישור',
  signInHint: 'הקישור פועל פעם אחת, לכתובת שאליה נשלח.',
  sendReset: 'שליחת קישור בדוא״ל',
  resetSent: (email: string) => `אם ל־${email} יש כאן חשבון, הודעת דוא״ל עם קישור בדרך.`,
  forgotHint: 'לאחר הזנת כתובת הדוא״ל יישלח קישור לקביעת סיסמה חדשה.',
  setPassword: 'קביעת סיסמה',
  passwordSet: 'הסיסמה החדשה נקבעה',
  confirm: 'אישור הכתובת החדשה',
  confirmHint: 'מכאן ואילך מתחברים באמצעותה.',
  invited: (workspace: string) => `הצטרפות אל ${workspace}`,
  invitedBy: (inviter: string | null, workspace: string) =>
    inviter === null
      ? `קיבלת הזמנה לסביבת העבודה ${workspace}.`
      : `${inviter} מזמין/ה אותך לסביבת העבודה ${workspace}.`,
  onlyFor: (email: string) => `ההזמנה הזאת היא עבור ${email}.`,
  forOther: (email: string, own: string) => `ההזמנה הזאת היא עבור ${email}. החיבור כעת הוא כ־${own}.`,
  otherAccount: 'שימוש בחשבון אחר',
  stay: 'אל הלוחות שלי',
  accepted: 'ההזמנה הזאת כבר התקבלה.',
  open: 'פתיחת Taskboard',
  notOpen: 'ההזמנה הזאת אינה תקפה עוד. יש לבקש חדשה.',
  join: 'הצטרפות',
  joinAs: (email: string) => `ההצטרפות תהיה כ־${email}.`,
  signUpAndJoin: 'יצירת חשבון והצטרפות',
  notSignedIn: 'ההתחברות בוטלה, או שהספק דחה אותה.',
};
