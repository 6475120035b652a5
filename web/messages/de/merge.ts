export const mergeTexts = {
  open: 'Zusammenführen mit …',
  openFor: (name: string) => `${name} mit einem Mitglied zusammenführen`,
  with: (name: string) => `${name} ist`,
  hint: 'Karten, Kommentare und Dateien gehen auf das Mitglied über. Das lässt sich nicht rückgängig machen.',
  merge: 'Zusammenführen',
  merged: (name: string) => `${name} wird zusammengeführt`,
};
