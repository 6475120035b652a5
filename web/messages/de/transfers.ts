import type { ColumnUse } from '../../../contract/import-columns.ts';
import type { UploadFormat } from '../../../contract/imports.ts';
import { counted, number, size } from './counts.ts';

const cards = (count: number) => counted(count, 'Karte', 'Karten');

interface FormatText {
  name: string;
  hint: string;
  hasSeveral?: true;
}

const formats: Readonly<Record<UploadFormat, FormatText>> = {
  'boardtool-json': {
    name: 'Trello',
    hint: 'Wähle im Menü des Boards „Drucken, exportieren und teilen“, dann „Als JSON exportieren“.',
  },
  wekan: {
    name: 'WeKan',
    hint: 'Wähle im Menü des Boards „Board exportieren“, dann JSON, oder das Zip, um Anhänge mitzunehmen.',
  },
  vikunja: {
    name: 'Vikunja',
    hint: 'Wähle in deinen Einstellungen „Datenexport“; Vikunja sendet dir eine E-Mail mit dem Zip. Es enthält alle deine Projekte: Nenne eines.',
    hasSeveral: true,
  },
  kanboard: {
    name: 'Kanboard',
    hint: 'Wähle im Menü des Projekts „Export“, dann „Aufgaben“. Beschreibungen und Kommentare fehlen darin: Kanboard exportiert sie nicht.',
  },
  planka: {
    name: 'PLANKA',
    hint: 'PLANKA hat keinen Export: Speichere, was seine API auf GET /api/boards/(Nummer des Boards) antwortet. Kommentare fehlen darin.',
  },
  csv: {
    name: 'CSV',
    hint: 'Eine Tabelle aus einem beliebigen Programm, etwa Jira, Asana, Linear, Todoist, ClickUp, Notion, Monday, Planner, GitHub oder GitLab, mit einer Zeile pro Karte. Du siehst ihre Spalten und wählst, was daraus wird.',
  },
  native: {
    name: 'Taskboard',
    hint: 'Ein Zip, das hier oder in einem anderen Taskboard mit „Export“ im Format „Alles“ erstellt wurde.',
    hasSeveral: true,
  },
};

const ofAddress = {
  create: 'URL erstellen',
  once: 'Deine URL. Kopiere sie jetzt: Sie wird nicht noch einmal angezeigt.',
  copy: 'URL kopieren',
  copied: 'URL kopiert',
  created: (day: string) => `Du hast eine URL, erstellt am ${day}. Sie wurde nur damals angezeigt.`,
  renew: 'Neue URL erstellen',
  revoke: 'Widerrufen',
  revokeQuestion: 'Die URL funktioniert sofort nicht mehr.',
};

export const transferTexts = {
  formats,
  imports: {
    title: 'Board importieren',
    hint: 'Jede Datei wird ein neues Board oder weitere Listen auf einem vorhandenen. Sobald sie hochgeladen ist, kannst du diese Seite schließen.',
    choose: 'Dateien auswählen',
    drop: 'oder hier ablegen: Exporte von Trello, Jira, Asana und anderen',
    dropNow: 'Zum Importieren ablegen',
    chosen: 'Ausgewählte Dateien',
    formatOf: (file: string) => `Format von ${file}`,
    unknown: 'Format auswählen',
    remove: (file: string) => `${file} entfernen`,
    board: 'Board, falls mehrere',
    boardOf: (file: string) => `Board in ${file}, falls es mehrere sind`,
    into: 'Importieren in',
    newBoard: 'Ein neues Board pro Datei',
    intoHint: 'Die Listen der Dateien kommen nach denen des Boards.',
    start: (files: number) => `${counted(files, 'Datei', 'Dateien')} importieren`,
    which: 'Welche Dateien lassen sich importieren?',
    all: 'Importe',
    kept: 'Importe stehen hier 30 Tage lang.',
    none: 'Noch nichts importiert.',
    more: (count: number) => `${number(count)} weitere zeigen`,
    uploading: (sent: number, of: number) => `Wird hochgeladen: ${size(sent)} von ${size(of)}`,
    queued: 'Wartet auf das Hochladen',
    interrupted: 'Das Hochladen wurde unterbrochen. Prüfe deine Verbindung und versuche es noch einmal.',
    tooLarge:
      'Diese Datei ist zu groß. Wer diesen Dienst betreibt, kann mit der Einstellung MAX_UPLOAD_SIZE größere erlauben.',
    forbidden: 'Dir fehlt die Berechtigung, in diesem Arbeitsbereich Boards zu erstellen.',
    progressOf: (name: string) => `Fortschritt von ${name}`,
    cancelNamed: (name: string) => `Import von ${name} abbrechen`,
    retryNamed: (name: string) => `Import von ${name} erneut versuchen`,
    chooseAgain: 'Wähle die Datei noch einmal aus, um es erneut zu versuchen.',
    unnamed: (format: string) => `Board aus ${format}`,
    state: {
      waiting: 'Wartet auf den Beginn',
      brokeOff: (time: string) => `Unterbrochen; nächster Versuch um ${time}`,
      running: (done: number, total: number | null) =>
        total === null ? 'Wird gelesen …' : `${number(done)} von ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'Fehlgeschlagen',
      cancelled: 'Abgebrochen',
    },
    ended: {
      completed: (name: string) => `${name} wurde importiert`,
      failed: (name: string) => `${name} konnte nicht importiert werden`,
    },
    toCheck: 'Übersprungen oder geändert; bitte prüfen:',
    minor: (kinds: number) => counted(kinds, 'kleinere Abweichung', 'kleinere Abweichungen'),
    kind: (kind: string, count: number) =>
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${number(count)}`,
    examples: (some: readonly string[], of: number) =>
      `${some.map((each) => `„${each}“`).join(', ')}${of > some.length ? ', …' : ''}`,
    workspace: 'Arbeitsbereich',
  },
  columns: {
    of: (file: string) => `Spalten von ${file}`,
    reading: 'Spalten werden gelesen …',
    found: (program: string, columns: number, empty: number) =>
      [
        program === ''
          ? `${counted(columns, 'Spalte', 'Spalten')}.`
          : `${counted(columns, 'Spalte', 'Spalten')}, aus ${program}.`,
        ...(empty > 0 ? [`${counted(empty, 'leere Spalte wird', 'leere Spalten werden')} weggelassen.`] : []),
      ].join(' '),
    becomes: (heading: string) => `Was aus der Spalte ${heading} wird`,
    noTitle: 'Wähle die Spalte mit den Titeln der Karten.',
    uses: {
      title: 'Titel',
      description: 'Beschreibung',
      list: 'Liste',
      labels: 'Labels',
      members: 'Mitglieder',
      'member-emails': 'E-Mail-Adressen der Mitglieder',
      due: 'Fälligkeit',
      start: 'Startdatum',
      completed: 'Erledigt',
      archived: 'Archiviert',
      checklist: 'Checkliste',
      comment: 'Kommentar',
      number: 'Kartennummer',
      key: 'Weglassen (ID)',
      parent: 'Übergeordnet',
      'blocked-by': 'Blockiert von',
      blocks: 'Blockiert',
      relates: 'Verknüpft mit',
      duplicates: 'Duplikat von',
      created: 'Erstellt',
      creator: 'Erstellt von',
      board: 'Board',
      link: 'Link',
      detail: 'Zeile der Beschreibung',
      field: 'Feld',
      'field-text': 'Feld: Text',
      'field-number': 'Feld: Zahl',
      'field-date': 'Feld: Datum',
      'field-select': 'Feld: Auswahl',
      'field-multi-select': 'Feld: Mehrfachauswahl',
      'field-person': 'Feld: Person',
      'field-checkbox': 'Feld: Kontrollkästchen',
      'field-link': 'Feld: Link',
      'leave-out': 'Weglassen',
    } satisfies Record<ColumnUse, string>,
  },
  exports: {
    title: 'Export',
    hint: 'Alles, was du sehen kannst, wird exportiert, auch Archiviertes.',
    workspaceHint: 'Alle Boards und Vorlagen, die du sehen kannst, werden exportiert, auch archivierte.',
    onlyShown: 'Nur Karten, die zum Filter des Boards passen',
    format: 'Format',
    formats: {
      native: {
        name: 'Alles',
        hint: 'Ein Zip mit allen Karten, Kommentaren und Dateien, das sich wieder importieren lässt.',
      },
      csv: {
        name: 'Tabelle (CSV)',
        hint: 'Eine Zeile pro Karte, für Tabellenkalkulationen. Ohne Kommentare und Dateien.',
      },
      markdown: {
        name: 'Markdown',
        hint: 'Ein Zip mit einem Text pro Karte und den Dateien, für Menschen und Agenten zum Lesen.',
      },
    },
    download: 'Herunterladen',
    start: 'Export starten',
    later: 'Der Export wird im Hintergrund erstellt und steht hier, sobald er fertig ist.',
    all: 'Deine Exporte',
    none: 'Noch keine Exporte.',
    workspace: 'Arbeitsbereich',
    board: 'Board',
    state: {
      waiting: 'Wartet auf den Beginn',
      brokeOff: (time: string) => `Unterbrochen; nächster Versuch um ${time}`,
      running: (done: number, total: number) => `${number(done)} von etwa ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'Fehlgeschlagen',
    },
    keptUntil: (day: string) => `aufbewahrt bis ${day}`,
    ready: (name: string) => `Der Export von ${name} ist bereit`,
    progressOf: (name: string) => `Fortschritt des Exports von ${name}`,
    downloadNamed: (name: string) => `Export von ${name} herunterladen`,
    cancelNamed: (name: string) => `Export von ${name} abbrechen`,
    delete: 'Löschen',
    deleteNamed: (name: string) => `Export von ${name} löschen`,
  },
  calendar: {
    ...ofAddress,
    title: 'Kalender-Feed',
    hint: 'Abonniere in deiner Kalender-App einen privaten Link, um die Fälligkeiten dieses Boards zu sehen.',
    warning:
      'Alle, die diese URL haben, können ohne Anmeldung Titel und Fälligkeiten der Karten lesen, die du sehen kannst. Behalte sie für dich.',
    howTo: 'Füge sie in deiner Kalender-App als Abonnement oder „Kalender von URL“ hinzu.',
    renewQuestion: 'Kalender mit der alten URL werden nicht mehr aktualisiert.',
  },
  feed: {
    ...ofAddress,
    title: 'Aktivitäts-Feed',
    hint: 'Abonniere in deinem Feedreader einen privaten Link, um zu sehen, was auf diesem Board geschieht.',
    warning:
      'Alle, die diese URL haben, können ohne Anmeldung lesen, wer was auf diesem Board getan hat, soweit du es sehen kannst. Behalte sie für dich.',
    howTo: 'Füge sie in deinem Feedreader als neuen Feed hinzu. Er enthält die letzten sieben Tage.',
    renewQuestion: 'Feedreader mit der alten URL werden nicht mehr aktualisiert.',
  },
  mailbox: {
    hint: 'Was du an diese Adresse sendest, wird eine Karte: Der Betreff ist ihr Titel, der Text ihre Beschreibung, und Dateien werden angehängt.',
    unavailable: 'Diese Installation nimmt keine E-Mails an.',
    warning:
      'Die Adresse gehört nur dir und nimmt nur E-Mails von der Adresse deines Kontos an. Behalte sie für dich.',
    create: 'Adresse erstellen',
    address: 'Deine Adresse',
    copy: 'Adresse kopieren',
    copied: 'Adresse kopiert',
    list: 'Karten kommen in',
    firstList: 'Die erste Liste',
    renew: 'Neue Adresse erstellen',
    renewQuestion: 'E-Mails an die alte Adresse werden abgelehnt.',
    revoke: 'Ausschalten',
    revokeQuestion: 'E-Mails an diese Adresse werden abgelehnt.',
  },
  connections: {
    title: 'Verbindungen',
    hint: 'Verbinde ein Konto, um Boards daraus zu importieren. Tokens werden verschlüsselt gespeichert und nie wieder angezeigt.',
    token: (provider: string) => `Token für ${provider}`,
    connect: (provider: string) => `Mit ${provider} verbinden`,
    connected: (account: string | null, since: string) =>
      account === null ? `Verbunden seit ${since}.` : `Verbunden als ${account} seit ${since}.`,
    disconnect: (provider: string) => `Von ${provider} trennen`,
    disconnectShort: 'Trennen',
    disconnectQuestion: 'Das Token wird hier gelöscht. Importierte Boards bleiben.',
    providers: {
      codehost: {
        name: 'GitHub',
        hint: 'Ein klassisches persönliches Zugriffstoken mit den Bereichen read:project und read:user; dazu read:org für Projekte von Organisationen und repo für Issues privater Repositorys.',
        link: {
          text: 'Auf GitHub erstellen',
          href: 'https://github.com/settings/tokens/new?description=Taskboard&scopes=read:project,read:user,read:org,repo',
        },
        from: 'Aus GitHub',
        none: 'Dein Konto hat dort keine offenen Projekte.',
        start: (count: number) => `${counted(count, 'Projekt', 'Projekte')} importieren`,
      },
      boardtool: {
        name: 'Trello',
        hint: 'Ohne Token importieren: Öffne in Trello das Menü eines Boards, wähle „Drucken, exportieren und teilen“, dann „Als JSON exportieren“, und importiere diese Datei. Mit einem Nur-Lese-Token für den API-Schlüssel dieses Dienstes importierst du mehrere Boards auf einmal; den Link dafür hat, wer ihn betreibt.',
        link: undefined,
        from: 'Aus Trello',
        none: 'Dein Konto hat dort keine offenen Boards.',
        start: (count: number) => `${counted(count, 'Board', 'Boards')} importieren`,
      },
    },
    notYet: (provider: string) => `Verbinde zuerst dein Konto bei ${provider}.`,
    toConnections: 'Zu deinen Verbindungen',
    all: 'Alle auswählen',
    unread: (provider: string) => `${provider} konnte nicht gelesen werden.`,
    again: 'Importiere es noch einmal, um es erneut zu versuchen.',
  },
};
