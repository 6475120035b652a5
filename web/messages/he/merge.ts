export const mergeTexts = {
  open: 'מיזוג עם…',
  openFor: (name: string) => `מיזוג ${name} עם חבר/ה`,
  with: (name: string) => `${name} הוא/היא`,
  hint: 'הכרטיסים, התגובות והקבצים יעברו לחבר/ה. אי אפשר לבטל את זה.',
  merge: 'מיזוג',
  merged: (name: string) => `${name}: המיזוג מתבצע`,
};
