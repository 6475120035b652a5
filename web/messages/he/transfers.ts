import type { ColumnUse } from '../../../contract/import-columns.ts';
import type { UploadFormat } from '../../../contract/imports.ts';
import { counted, number, size } from './counts.ts';

const cards = (count: number) => counted(count, 'כרטיס אחד', 'כרטיסים');

interface FormatText {
  name: string;
  hint: string;
  hasSeveral?: true;
}

const formats: Readonly<Record<UploadFormat, FormatText>> = {
  'boardtool-json': {
    name: 'Trello',
    hint: 'בתפריט הלוח בוחרים ”Print, export, and share”, ואז ”Export as JSON”.',
  },
  wekan: {
    name: 'WeKan',
    hint: 'בתפריט הלוח בוחרים ”Export board”, ואז JSON, או את ה־zip כדי לכלול קבצים מצורפים.',
  },
  vikunja: {
    name: 'Vikunja',
    hint: 'בהגדרות שלך בוחרים ”Data Export”; ‏Vikunja שולח הודעת דוא״ל עם ה־zip. יש בו כל הפרויקטים שלך: יש לציין אחד.',
    hasSeveral: true,
  },
  kanboard: {
    name: 'Kanboard',
    hint: 'בתפריט הפרויקט בוחרים ”Export”, ואז ”Tasks”. תיאורים ותגובות אינם בו: Kanboard אינו מייצא אותם.',
  },
  planka: {
    name: 'PLANKA',
    hint: 'ל־PLANKA אין ייצוא: שומרים את מה שה־API שלו עונה ל־GET /api/boards/(מספר הלוח). תגובות אינן בו.',
  },
  csv: {
    name: 'CSV',
    hint: 'טבלה מכל תוכנה, כמו Jira, Asana, Linear, Todoist, ClickUp, Notion, Monday, Planner, GitHub או GitLab, עם שורה לכל כרטיס. עמודותיה מוצגות, ואפשר לבחור למה הן הופכות.',
  },
  native: {
    name: 'Taskboard',
    hint: 'קובץ zip שנוצר ב”ייצוא” כאן או ב־Taskboard אחר, בפורמט ”הכול”.',
    hasSeveral: true,
  },
};

const ofAddress = {
  create: 'יצירת כתובת',
  once: 'הכתובת שלך. יש להעתיק אותה עכשיו: היא לא תוצג שוב.',
  copy: 'העתקת הכתובת',
  copied: 'הכתובת הועתקה',
  created: (day: string) => `יש לך כתובת, שנוצרה ב־${day}. היא הוצגה רק אז.`,
  renew: 'יצירת כתובת חדשה',
  revoke: 'ביטול',
  revokeQuestion: 'הכתובת תפסיק לפעול מיד.',
};

export const transferTexts = {
  formats,
  imports: {
    title: 'ייבוא לוח',
    hint: 'כל קובץ הופך ללוח חדש, או לעוד רשימות בלוח קיים. אחרי ההעלאה אפשר לסגור את הדף.',
    choose: 'בחירת קבצים',
    drop: 'או לגרור אותם לכאן: ייצוא של Trello, Jira, Asana ואחרים',
    dropNow: 'שחרור לייבוא',
    chosen: 'קבצים שנבחרו',
    formatOf: (file: string) => `הפורמט של ${file}`,
    unknown: 'בחירת פורמט',
    remove: (file: string) => `הסרת ${file}`,
    board: 'לוח, אם יש כמה',
    boardOf: (file: string) => `הלוח ב־${file}, אם יש בו כמה`,
    into: 'ייבוא אל',
    newBoard: 'לוח חדש לכל קובץ',
    intoHint: 'הרשימות שבקבצים יבואו אחרי אלה של הלוח.',
    start: (files: number) => `ייבוא ${counted(files, 'קובץ אחד', 'קבצים')}`,
    which: 'אילו קבצים אפשר לייבא?',
    all: 'ייבוא',
    kept: 'ייבוא מוצג ברשימה במשך 30 יום.',
    none: 'עדיין לא יובא דבר.',
    more: (count: number) => `הצגת עוד ${number(count)}`,
    uploading: (sent: number, of: number) => `בהעלאה: ${size(sent)} מתוך ${size(of)}`,
    queued: 'בהמתנה להעלאה',
    interrupted: 'ההעלאה נקטעה. יש לבדוק את החיבור ולנסות שוב.',
    tooLarge: 'הקובץ גדול מדי. מפעילי השירות יכולים לאפשר גדולים יותר בהגדרה MAX_UPLOAD_SIZE.',
    forbidden: 'אין לך הרשאה ליצור לוחות בסביבת העבודה הזאת.',
    progressOf: (name: string) => `ההתקדמות של ${name}`,
    cancelNamed: (name: string) => `ביטול הייבוא של ${name}`,
    retryNamed: (name: string) => `ניסיון נוסף לייבא את ${name}`,
    chooseAgain: 'יש לבחור את הקובץ שוב כדי לנסות עוד פעם.',
    unnamed: (format: string) => `לוח מתוך ${format}`,
    state: {
      waiting: 'בהמתנה להתחלה',
      brokeOff: (time: string) => `נקטע; הניסיון הבא בשעה ${time}`,
      running: (done: number, total: number | null) =>
        total === null ? 'בקריאה…' : `${number(done)} מתוך ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'נכשל',
      cancelled: 'בוטל',
    },
    ended: {
      completed: (name: string) => `${name}: יובא`,
      failed: (name: string) => `${name}: לא היה אפשר לייבא`,
    },
    toCheck: 'הושמט או שונה; כדאי לבדוק:',
    minor: (kinds: number) => counted(kinds, 'הבדל קטן אחד', 'הבדלים קטנים'),
    kind: (kind: string, count: number) =>
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${number(count)}`,
    examples: (some: readonly string[], of: number) =>
      `${some.map((each) => `”${each}”`).join(', ')}${of > some.length ? ', …' : ''}`,
    workspace: 'סביבת עבודה',
  },
  columns: {
    of: (file: string) => `העמודות של ${file}`,
    reading: 'העמודות בקריאה…',
    found: (program: string, columns: number, empty: number) =>
      [
        program === ''
          ? `${counted(columns, 'עמודה אחת', 'עמודות')}.`
          : `${counted(columns, 'עמודה אחת', 'עמודות')}, מתוך ${program}.`,
        ...(empty > 0 ? [`${counted(empty, 'עמודה ריקה אחת מושמטת', 'עמודות ריקות מושמטות')}.`] : []),
      ].join(' '),
    becomes: (heading: string) => `למה הופכת העמודה ${heading}`,
    noTitle: 'יש לבחור את העמודה עם כותרות הכרטיסים.',
    uses: {
      title: 'כותרת',
      description: 'תיאור',
      list: 'רשימה',
      labels: 'תוויות',
      members: 'חברים',
      'member-emails': 'כתובות דוא״ל של החברים',
      due: 'תאריך יעד',
      start: 'תאריך התחלה',
      completed: 'בוצע',
      archived: 'בארכיון',
      checklist: 'רשימת תיוג',
      comment: 'תגובה',
      number: 'מספר כרטיס',
      key: 'להשמיט (מזהה)',
      parent: 'אב',
      'blocked-by': 'חסום על ידי',
      blocks: 'חוסם',
      relates: 'קשור אל',
      duplicates: 'כפילות של',
      created: 'נוצר',
      creator: 'נוצר על ידי',
      board: 'לוח',
      link: 'קישור',
      detail: 'שורת תיאור',
      field: 'שדה',
      'field-text': 'שדה: טקסט',
      'field-number': 'שדה: מספר',
      'field-date': 'שדה: תאריך',
      'field-select': 'שדה: בחירה',
      'field-multi-select': 'שדה: בחירה מרובה',
      'field-person': 'שדה: אדם',
      'field-checkbox': 'שדה: תיבת סימון',
      'field-link': 'שדה: קישור',
      'leave-out': 'להשמיט',
    } satisfies Record<ColumnUse, string>,
  },
  exports: {
    title: 'ייצוא',
    hint: 'כל מה שגלוי לך מיוצא, כולל מה שבארכיון.',
    workspaceHint: 'כל הלוחות והתבניות שגלויים לך מיוצאים, כולל אלה שבארכיון.',
    onlyShown: 'רק כרטיסים שעוברים את המסנן של הלוח',
    format: 'פורמט',
    formats: {
      native: {
        name: 'הכול',
        hint: 'קובץ zip עם כל הכרטיסים, התגובות והקבצים, שאפשר לייבא שוב.',
      },
      csv: {
        name: 'טבלה (CSV)',
        hint: 'שורה לכל כרטיס, לגיליונות. ללא תגובות וקבצים.',
      },
      markdown: {
        name: 'Markdown',
        hint: 'קובץ zip עם טקסט לכל כרטיס, והקבצים, לקריאה של אנשים וסוכנים.',
      },
    },
    download: 'הורדה',
    start: 'התחלת הייצוא',
    later: 'הוא נכתב ברקע, ומופיע כאן כשהוא מוכן.',
    all: 'הייצוא שלך',
    none: 'עדיין אין ייצוא.',
    workspace: 'סביבת עבודה',
    board: 'לוח',
    state: {
      waiting: 'בהמתנה להתחלה',
      brokeOff: (time: string) => `נקטע; הניסיון הבא בשעה ${time}`,
      running: (done: number, total: number) => `${number(done)} מתוך ${cards(total)} בערך`,
      completed: (count: number) => cards(count),
      failed: 'נכשל',
    },
    keptUntil: (day: string) => `נשמר עד ${day}`,
    ready: (name: string) => `הייצוא של ${name} מוכן`,
    progressOf: (name: string) => `התקדמות הייצוא של ${name}`,
    downloadNamed: (name: string) => `הורדת הייצוא של ${name}`,
    cancelNamed: (name: string) => `ביטול הייצוא של ${name}`,
    delete: 'מחיקה',
    deleteNamed: (name: string) => `מחיקת הייצוא של ${name}`,
  },
  calendar: {
    ...ofAddress,
    title: 'הזנת יומן',
    hint: 'הרשמה באפליקציית היומן באמצעות קישור פרטי מציגה את תאריכי היעד של הלוח.',
    warning:
      'כל מי שיש לו הכתובת הזאת יכול לקרוא, בלי להתחבר, את הכותרות ותאריכי היעד של הכרטיסים שגלויים לך. יש לשמור אותה לעצמך.',
    howTo: 'מוסיפים אותה באפליקציית היומן כמינוי, או ”יומן מכתובת”.',
    renewQuestion: 'יומנים שמשתמשים בכתובת הישנה לא יעודכנו עוד.',
  },
  feed: {
    ...ofAddress,
    title: 'הזנת פעילות',
    hint: 'הרשמה בקורא הזנות באמצעות קישור פרטי מציגה מה קורה בלוח.',
    warning:
      'כל מי שיש לו הכתובת הזאת יכול לקרוא, בלי להתחבר, מי עשה מה בלוח, ככל שזה גלוי לך. יש לשמור אותה לעצמך.',
    howTo: 'מוסיפים אותה לקורא ההזנות כהזנה חדשה. יש בה שבעת הימים האחרונים.',
    renewQuestion: 'קוראי הזנות שמשתמשים בכתובת הישנה לא יעודכנו עוד.',
  },
  mailbox: {
    hint: 'מה שנשלח לכתובת הזאת הופך לכרטיס: הנושא הוא כותרתו, הטקסט תיאורו, והקבצים מצורפים.',
    unavailable: 'ההתקנה הזאת אינה מקבלת דוא״ל.',
    warning: 'הכתובת היא שלך בלבד, ומקבלת דוא״ל רק מכתובת החשבון שלך. יש לשמור אותה לעצמך.',
    create: 'יצירת כתובת',
    address: 'הכתובת שלך',
    copy: 'העתקת הכתובת',
    copied: 'הכתובת הועתקה',
    list: 'הכרטיסים נכנסים אל',
    firstList: 'הרשימה הראשונה',
    renew: 'יצירת כתובת חדשה',
    renewQuestion: 'הודעות לכתובת הישנה יידחו.',
    revoke: 'כיבוי',
    revokeQuestion: 'הודעות לכתובת הזאת יידחו.',
  },
  connections: {
    title: 'חיבורים',
    hint: 'חיבור חשבון כדי לייבא ממנו לוחות. אסימונים נשמרים מוצפנים, ואינם מוצגים שוב.',
    token: (provider: string) => `אסימון עבור ${provider}`,
    connect: (provider: string) => `חיבור אל ${provider}`,
    connected: (account: string | null, since: string) =>
      account === null ? `מחובר מאז ${since}.` : `מחובר כ־${account} מאז ${since}.`,
    disconnect: (provider: string) => `ניתוק מ־${provider}`,
    disconnectShort: 'ניתוק',
    disconnectQuestion: 'האסימון יימחק כאן. לוחות שיובאו נשארים.',
    providers: {
      codehost: {
        name: 'GitHub',
        hint: 'אסימון גישה אישי קלאסי עם ההיקפים read:project ו־read:user; גם read:org לפרויקטים של ארגונים, ו־repo ל־issues של מאגרים פרטיים.',
        link: {
          text: 'יצירת אסימון ב־GitHub',
          href: 'https://github.com/settings/tokens/new?description=Taskboard&scopes=read:project,read:user,read:org,repo',
        },
        from: 'מ־GitHub',
        none: 'לחשבון שלך אין שם פרויקטים פתוחים.',
        start: (count: number) => `ייבוא ${counted(count, 'פרויקט אחד', 'פרויקטים')}`,
      },
      boardtool: {
        name: 'Trello',
        hint: 'לייבוא ללא אסימון: ב־Trello פותחים תפריט של לוח, בוחרים ”Print, export, and share”, ואז ”Export as JSON”, ומייבאים את הקובץ. אסימון לקריאה בלבד עבור מפתח ה־API של השירות מייבא כמה לוחות בבת אחת; למפעילי השירות יש הקישור ליצירתו.',
        link: undefined,
        from: 'מ־Trello',
        none: 'לחשבון שלך אין שם לוחות פתוחים.',
        start: (count: number) => `ייבוא ${counted(count, 'לוח אחד', 'לוחות')}`,
      },
    },
    notYet: (provider: string) => `יש לחבר קודם את החשבון שלך ב־${provider}.`,
    toConnections: 'אל החיבורים שלך',
    all: 'בחירת הכול',
    unread: (provider: string) => `לא היה אפשר לקרוא את ${provider}.`,
    again: 'אפשר לייבא שוב כדי לנסות עוד פעם.',
  },
};
