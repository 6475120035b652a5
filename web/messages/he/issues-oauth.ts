export const ofOAuth = {
  'unknown-application': '{field}: האפליקציה אינה מוכרת כאן, או כבר לא; יש להתחיל שוב באפליקציה',
  'foreign-return-address': '{field}: כתובת החזרה אינה מאלה שהאפליקציה ציינה',
  'application-refused': '{field}: אי אפשר לאשר את בקשת האפליקציה הזאת',
};
