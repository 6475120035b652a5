export const ofRules = {
  'action-needs': '{field}: לפעולה {type} חסר {missing}',
  'action-needs-cards': '{field}: הפעולה {type} מיועדת לכרטיסים, ולכן לוח זמנים איתה צריך מסנן',
  'too-many-items-of-rule': '{field}: פעולות של כלל מוסיפות לכל היותר {max} פריטי תיוג',
  'webhook-without-manager': '{field}: מי שיצר את הכלל אינו מורשה עוד לנהל את ה־Webhooks של סביבת העבודה',
  'webhook-of-others': '{field}: ה־Webhook הזה אינו מקבל את מה שקורה בלוח',
  'list-too-long-to-sort': 'כלל ממיין רשימות של לכל היותר {max:כרטיס/כרטיסים}',
  'rule-to-try': '{field}: אין מה לנסות בלי כלל, או בלי מה שהוא מחכה לו ועושה',
  'not-a-button': 'הכלל הזה אינו לחצן',
  'rule-paused': 'הכלל הזה בהשהיה',
  'button-needs-card': '{field}: הלחצן משנה כרטיסים, ולכן לוחצים עליו בכרטיס, או שיש לו מסנן',
};
