import type { Words } from './words.ts';

export const de: Words = {
  columns: {
    title:
      'titel, aufgabe, aufgabenname, aufgabentitel, karte, kartenname, kartentitel, name der aufgabe, zusammenfassung, betreff, thema, überschrift, bezeichnung',
    description:
      'beschreibung, kartenbeschreibung, notiz, notizen, anmerkung, anmerkungen, bemerkung, bemerkungen, inhalt',
    list: 'liste, listenname, name der liste, spalte, spaltenname, zustand, abschnitt, abschnitt/spalte, bucketname',
    labels:
      'etikett, etiketten, stichwort, stichworte, stichwörter, stichwoerter, schlagwort, schlagworte, schlagwörter, schlagwoerter, kategorie, kategorien, markierungen, bezeichnungen',
    members:
      'mitglied, mitglieder, zugewiesen, zugewiesen an, zugewiesene person, zugewiesene personen, zuständig, zustaendig, zuständige, zuständige person, bearbeiter, bearbeiterin, verantwortlich, verantwortliche, verantwortlicher, verantwortliche person',
    due: 'fällig, faellig, fällig am, faellig am, fällig bis, fälligkeit, faelligkeit, fälligkeitsdatum, faelligkeitsdatum, frist, termin, abgabetermin, zieldatum, stichtag, enddatum, ende, bis, zu erledigen bis',
    start: 'beginn, beginnt am, startdatum, start am, anfang, anfangsdatum',
    completed:
      'erledigt, erledigt am, abgeschlossen, abgeschlossen am, abschlussdatum, fertig, fertig am, fertiggestellt, fertiggestellt am',
    archived: 'archiviert, archiviert am',
    checklist:
      'checkliste, checklisten, checklisteneinträge, checklistenelemente, teilaufgaben, unteraufgaben',
    comment: 'kommentar, kommentare',
    number: 'nummer, nr, nr., lfd. nr., kartennummer, aufgabennummer',
    created: 'erstellt, erstellt am, erstellungsdatum, angelegt, angelegt am',
    creator: 'erstellt von, ersteller, erstellerin, angelegt von, autor, autorin',
    board: 'boardname, name des boards, projekt, projektname, planname',
    link: 'verknüpfung, webadresse, internetadresse',
  },
  choices: 'priorität, typ, phase, kategorie, schweregrad, größe, risiko, umgebung, quartal, meilenstein',
  yes: 'ja, wahr',
  no: 'nein, falsch',
  done: 'erledigt, fertig, fertiggestellt, abgeschlossen, geschlossen, archiviert',
  open: 'offen, neu, zu erledigen, in arbeit, in bearbeitung, nicht begonnen, nicht angefangen',
  decimal: ',',
};
