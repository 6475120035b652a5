export const shareTexts = {
  title: 'כרטיס חדש',
  cardTitle: 'כותרת',
  description: 'תיאור',
  board: 'לוח',
  recent: 'אחרונים',
  list: 'רשימה',
  add: 'הוספת הכרטיס',
  readOnly: 'אי אפשר להוסיף כרטיסים ללוח הזה.',
  noLists: 'בלוח הזה עדיין אין רשימות.',
  noBoards: 'עדיין אין לך לוחות.',
  away: 'הלוח לא נפתח כאן קודם, ולכן אין אליו גישה ללא חיבור.',
};
