const ofServices = {
  'not-connected': 'Du bist nicht verbunden: Speichere zuerst ein Token mit PUT /integrations/{provider}',
  'provider-refuses-token': '{reason}',
  'provider-fails': '{reason}',
  'provider-board-gone': 'Das Board existiert nicht mehr, oder deine Verbindung kann es nicht lesen',
  'provider-board-unknown': '{field}: {id} ist kein Board, das deine Verbindung lesen kann',
  'provider-project-unknown': '{field}: {id} ist kein Projekt, das deine Verbindung lesen kann',
  'provider-project-gone': '{id} ist kein Projekt, das deine Verbindung lesen kann',
  'provider-file-refused': 'Die Datei wurde abgelehnt',
};

const ofImports = {
  'import-ended': 'Der Import ist beendet',
  'import-unknown': 'Diese Version kennt diese Art von Import nicht',
  'import-not-allowed': 'Die Person, die ihn gestartet hat, darf dort keine Boards mehr erstellen',
  'import-place-gone': 'Den Arbeitsbereich oder das Board gibt es nicht mehr',
  'export-not-allowed': 'Du darfst es nicht mehr sehen',
  'job-failed': '{reason}',
  'job-refused': 'Es wurde abgelehnt',
  'job-running': 'Diese Arbeit läuft schon',
  'job-interrupted': 'Es wurde unterbrochen; das Protokoll des Dienstes sagt, warum',
  'job-deaths':
    'Der Dienst endete {max}-mal währenddessen, was der Grund sein kann; es wird nicht noch einmal versucht',
  'file-incomplete': 'Der Upload wurde nicht abgeschlossen: Sende die Datei noch einmal',
  'file-gone': 'Die Datei existiert nicht mehr',
  'file-empty': 'Die Datei ist leer',
  'file-not-read': '{reason}',
  'file-too-much-in-place': 'An einer Stelle der Datei steht zu viel',
  'board-limit': '„{board}“: Höchstens {max} sind erlaubt, und mit diesen wären es {count}',
  'board-limit-of-file': '„{board}“: Höchstens {max} sind erlaubt, nicht {count}',
  'card-too-large': 'Die Karte „{title}“ hat mehr als {max} Bytes',
};

const ofJson = {
  'file-not-json': 'Die Datei ist kein gültiges JSON{place}',
  'file-not-objects': 'Die Datei ist kein gültiges JSON oder keine Liste von Objekten',
  'file-nested-too-deep': 'Die Datei ist mehr als {max} Ebenen tief verschachtelt{place}',
  'file-too-many-values': 'Ein Eintrag der Datei hat mehr als {max} Werte{place}',
  'file-too-many-entries': 'Die Datei hat mehr als {max} Einträge',
  'file-entry-too-large': 'Ein Eintrag der Datei ist größer als {max} Bytes{place}',
};

const ofLines = {
  'line-of-other-board':
    'Zeile {line}: Die Datei hat Karten mehrerer Boards; importiere ein Board nach dem anderen',
  'line-fields':
    'Zeile {line} hat {fields} Felder und die erste Zeile nur {count}: Fehlt ein Anführungszeichen?',
  'line-fields-of-export':
    'Zeile {line} hat {fields} Felder und die erste Zeile {count}: Ist die Datei vollständig?',
  'line-without-title':
    'Zeile 1: Keine Spalte heißt „Titel“, „Name“ oder „Zusammenfassung“. Unbekannte Spalten: {columns}',
  'column-unknown':
    'mapping: Die Tabelle hat keine Spalte {place}; gezählt wird ab 0, und Spalten mit derselben Überschrift sind eine',
  'line-too-long': 'Zeile {line}: Eine Zeile hat mehr als {max} Zeichen; fehlt ein Anführungszeichen?',
  'line-too-many-fields': 'Zeile {line}: Eine Zeile hat mehr als {max} Felder',
  'line-after-quote': 'Zeile {line}: Nach einem schließenden Anführungszeichen steht Text',
  'line-open-quote': 'Zeile {line}: Ein Anführungszeichen wird geöffnet und nie geschlossen',
  'line-not-utf8': 'Zeile {line}: Der Text ist kein UTF-8; speichere die Datei als „CSV UTF-8“',
  'line-invalid': 'Zeile {line}: {reason}',
  'line-without-type': 'Zeile {line} hat keinen Typ',
  'line-after-end': 'Zeile {line} kommt nach dem Ende',
  'line-too-large': 'Zeile {line} ist zu lang',
  'line-too-many-values': 'Zeile {line} hat mehr als {max} Werte',
  'line-not-json': 'Zeile {line} ist kein gültiges JSON in UTF-8',
};

const ofZips = {
  'zip-not-export': 'Das Zip ist kein Export: Es hat keine export.json',
  'zip-export-invalid': 'Das Zip ist kein Export: export.json ist nicht, wie sie sein soll',
  'zip-not-export-of': 'Das Zip ist kein Export von {tool}: Es hat keine Datei {file}',
  'zip-file-missing': 'Dem Zip fehlt die Datei {file}',
  'zip-file-too-large': 'Im Zip hat {file} mehr als {max} Bytes',
  'zip-file-damaged': 'Im Zip ist {file} beschädigt',
  'zip-file-size': 'Im Zip hat {file} {found} Bytes; es sollten {size} sein',
  'zip-file-twice': 'Das Zip hat eine Datei zweimal',
  'zip-too-many-files': 'Das Zip hat mehr als {max} Dateien',
  'zip-too-packed': 'Das Zip wird entpackt mehr als {max}-mal so groß',
  'zip-encrypted': 'Das Zip ist verschlüsselt oder ungewöhnlich gepackt',
  'not-zip': 'Die Datei ist kein Zip oder nicht vollständig',
  'zip-damaged': 'Die Dateiliste im Zip ist beschädigt oder hat Namen, die aus ihm hinausführen',
  'file-not-attachable': '„{file}“ kann nicht angehängt werden',
  'file-not-base64': 'Eine Datei im Export ist nicht in Base64',
};

const ofExports = {
  'export-version': 'Der Export hat Version {found}; nur Version {version} kann gelesen werden',
  'export-without-board': 'Der Export hat kein Board',
  'export-without-this-board': 'Der Export hat kein solches Board',
  'export-of-several': 'Der Export hat {count} Boards ({boards}): Sage mit `board`, welches',
  'export-cut-off': 'Der Export ist nicht vollständig: Das Ende eines Boards fehlt',
  'export-of-trello': 'Das ist kein Board-Export: Er hat keine Listen oder keine Karten',
  'export-of-planka':
    'Das ist kein Board, wie die API von PLANKA es sendet: Es hat kein „item“ oder in „included“ kein „lists“ und „cards“',
  'export-of-wekan': 'Das ist kein Board-Export von WeKan: „_format“ ist nicht „wekan-board-1.0.0“',
  'export-of-kanboard':
    'Zeile 1: Das ist kein Export von Aufgaben aus Kanboard: „Task Id“, „Column“ und „Title“ fehlen',
  'export-of-kanboard-line':
    'Zeile {line}: Das ist kein Export von Aufgaben aus Kanboard: „Task Id“ ist keine Zahl',
  'export-of-vikunja': 'Exporte aus Vikunja vor 0.21 können nicht gelesen werden: Aktualisiere es zuerst',
  'export-without-projects': 'Der Export hat keine Projekte',
  'export-without-this-project': 'Der Export hat kein Projekt „{project}“. Er hat: {projects}',
  'export-of-several-projects':
    'Sage mit `board`, welches Projekt importiert werden soll, mit seiner ID. Der Export hat: {projects}',
};

export const ofImported = {
  ...ofServices,
  ...ofImports,
  ...ofJson,
  ...ofLines,
  ...ofZips,
  ...ofExports,
};
