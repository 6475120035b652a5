const ofServices = {
  'not-connected': 'אין חיבור: יש לשמור קודם אסימון עם PUT /integrations/{provider}',
  'provider-refuses-token': '{reason}',
  'provider-fails': '{reason}',
  'provider-board-gone': 'הלוח אינו קיים עוד, או שהחיבור שלך אינו יכול לקרוא אותו',
  'provider-board-unknown': '{field}: ‏{id} אינו לוח שהחיבור שלך יכול לקרוא',
  'provider-project-unknown': '{field}: ‏{id} אינו פרויקט שהחיבור שלך יכול לקרוא',
  'provider-project-gone': '{id} אינו פרויקט שהחיבור שלך יכול לקרוא',
  'provider-file-refused': 'הקובץ נדחה',
};

const ofImports = {
  'import-ended': 'הייבוא הסתיים',
  'import-unknown': 'הגרסה הזאת אינה מכירה ייבוא מסוג זה',
  'import-not-allowed': 'מי שהתחיל אותו אינו מורשה עוד ליצור שם לוחות',
  'import-place-gone': 'סביבת העבודה או הלוח אינם קיימים עוד',
  'export-not-allowed': 'זה אינו גלוי לך עוד',
  'job-failed': '{reason}',
  'job-refused': 'זה נדחה',
  'job-running': 'העבודה הזאת כבר מתבצעת',
  'job-interrupted': 'זה נקטע; יומן השירות אומר מדוע',
  'job-deaths': 'השירות הסתיים {max} פעמים תוך כדי כך, וייתכן שזו הסיבה; לא יהיה ניסיון נוסף',
  'file-incomplete': 'ההעלאה לא הושלמה: יש לשלוח את הקובץ שוב',
  'file-gone': 'הקובץ אינו קיים עוד',
  'file-empty': 'הקובץ ריק',
  'file-not-read': '{reason}',
  'file-too-much-in-place': 'יש יותר מדי במקום אחד בקובץ',
  'board-limit': '”{board}”: מותרים לכל היותר {max}, ועם אלה היו {count}',
  'board-limit-of-file': '”{board}”: מותרים לכל היותר {max}, לא {count}',
  'card-too-large': 'בכרטיס ”{title}” יש יותר מ־{max} בתים',
};

const ofJson = {
  'file-not-json': 'הקובץ אינו JSON תקף{place}',
  'file-not-objects': 'הקובץ אינו JSON תקף, או אינו רשימה של אובייקטים',
  'file-nested-too-deep': 'הקובץ מקונן יותר מ־{max} רמות{place}',
  'file-too-many-values': 'בערך בקובץ יש יותר מ־{max} ערכים{place}',
  'file-too-many-entries': 'בקובץ יש יותר מ־{max} רשומות',
  'file-entry-too-large': 'ערך בקובץ גדול מ־{max} בתים{place}',
};

const ofLines = {
  'line-of-other-board': 'שורה {line}: בקובץ יש כרטיסים של כמה לוחות; יש לייבא לוח אחד בכל פעם',
  'line-fields': 'בשורה {line} יש {fields} שדות, ובראשונה רק {count}: האם חסר מירכאה?',
  'line-fields-of-export': 'בשורה {line} יש {fields} שדות, ובראשונה {count}: האם הקובץ שלם?',
  'line-without-title': 'שורה 1: אין עמודה בשם ”כותרת”, ”שם” או ”תקציר”. עמודות לא מוכרות: {columns}',
  'column-unknown': 'mapping: בטבלה אין עמודה {place}; סופרים מ־0, ועמודות עם אותה כותרת הן אחת',
  'line-too-long': 'שורה {line}: בשורה יש יותר מ־{max} תווים; האם חסר מירכאה?',
  'line-too-many-fields': 'שורה {line}: בשורה יש יותר מ־{max} שדות',
  'line-after-quote': 'שורה {line}: יש טקסט אחרי מירכאה סוגרת',
  'line-open-quote': 'שורה {line}: מירכאה נפתחת ואינה נסגרת',
  'line-not-utf8': 'שורה {line}: הטקסט אינו UTF-8; יש לשמור את הקובץ כ־”CSV UTF-8”',
  'line-invalid': 'שורה {line}: {reason}',
  'line-without-type': 'לשורה {line} אין סוג',
  'line-after-end': 'שורה {line} באה אחרי הסוף',
  'line-too-large': 'שורה {line} ארוכה מדי',
  'line-too-many-values': 'בשורה {line} יש יותר מ־{max} ערכים',
  'line-not-json': 'שורה {line} אינה JSON תקף ב־UTF-8',
};

const ofZips = {
  'zip-not-export': 'ה־zip אינו ייצוא: אין בו export.json',
  'zip-export-invalid': 'ה־zip אינו ייצוא: export.json אינו כפי שצריך',
  'zip-not-export-of': 'ה־zip אינו ייצוא של {tool}: אין בו {file}',
  'zip-file-missing': 'ב־zip אין {file}',
  'zip-file-too-large': 'ב־zip, ב־{file} יש יותר מ־{max} בתים',
  'zip-file-damaged': 'ב־zip, {file} פגום',
  'zip-file-size': 'ב־zip, ב־{file} יש {found} בתים; היו צריכים להיות {size}',
  'zip-file-twice': 'ב־zip יש קובץ פעמיים',
  'zip-too-many-files': 'ב־zip יש יותר מ־{max} קבצים',
  'zip-too-packed': 'ה־zip נפרש ליותר מפי {max} מגודלו',
  'zip-encrypted': 'ה־zip מוצפן, או ארוז בצורה לא רגילה',
  'not-zip': 'הקובץ אינו zip, או אינו שלם',
  'zip-damaged': 'רשימת הקבצים ב־zip פגומה, או שיש בה שמות שיוצאים ממנו',
  'file-not-attachable': '”{file}” אי אפשר לצרף',
  'file-not-base64': 'קובץ בייצוא אינו ב־base64',
};

const ofExports = {
  'export-version': 'לייצוא יש גרסה {found}; אפשר לקרוא רק גרסה {version}',
  'export-without-board': 'בייצוא אין לוח',
  'export-without-this-board': 'בייצוא אין לוח כזה',
  'export-of-several': 'בייצוא יש {count} לוחות ({boards}): יש לציין איזה עם `board`',
  'export-cut-off': 'הייצוא אינו שלם: חסר סוף של לוח',
  'export-of-trello': 'זה אינו ייצוא של לוח: אין בו רשימות או אין בו כרטיסים',
  'export-of-planka':
    'זה אינו לוח כפי שה־API של PLANKA שולח: אין בו ”item”, או אין ”lists” ו־”cards” ב־”included”',
  'export-of-wekan': 'זה אינו ייצוא לוח של WeKan: ה־”_format” שלו אינו ”wekan-board-1.0.0”',
  'export-of-kanboard': 'שורה 1: זה אינו ייצוא משימות של Kanboard: אין בו ”Task Id”, ”Column” ו־”Title”',
  'export-of-kanboard-line': 'שורה {line}: זה אינו ייצוא משימות של Kanboard: ‏”Task Id” אינו מספר',
  'export-of-vikunja': 'אי אפשר לקרוא ייצוא מלפני Vikunja 0.21: יש לעדכן אותו קודם',
  'export-without-projects': 'בייצוא אין פרויקטים',
  'export-without-this-project': 'בייצוא אין הפרויקט ”{project}”. יש בו: {projects}',
  'export-of-several-projects': 'יש לציין עם `board` איזה פרויקט לייבא, לפי מזהה. בייצוא יש: {projects}',
};

export const ofImported = {
  ...ofServices,
  ...ofImports,
  ...ofJson,
  ...ofLines,
  ...ofZips,
  ...ofExports,
};
