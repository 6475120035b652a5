export const ofPlans = {
  'planned-circle': '{field}: הכרטיסים היו יוצרים מעגל של קשרים',
  'planned-twice': '{field} הוא גם המפתח של כרטיס אחר בתכנית',
  'unknown-planned': '{field} אינו מפתח של כרטיס בתכנית ואינו כרטיס בסביבת העבודה שגלוי לך',
  'labels-missing': ({ labels }: { labels: readonly string[] }) =>
    `בלוח אין תוויות בשם ${labels.join(', ')}, ויצירתן דורשת את ההרשאה board:edit`,
  'second-parent': '{field}: לכרטיס כבר יש כרטיס אב',
  'several-lists': '{field} יכול לציין {count} רשימות: יש לתת מזהה של אחת',
  'no-list': 'בלוח אין רשימה',
  'proposal-twice': '{field} מציין הצעה שכבר צוינה',
  'unknown-proposal': '{field} אינו כרטיס שמוצע בלוח הזה',
  'proposals-of-plans': '{field}: הכרטיסים חייבים להיות מתכנית אחת',
  'proposal-accepted': ({ name }: { name: string }) => `כבר התקבל על ידי ${name}`,
  'proposal-discarded': ({ name }: { name: string }) => `כבר נדחה על ידי ${name}`,
};
