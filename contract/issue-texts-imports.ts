/* Issues of imports and of the services that boards are read from: see `issue-texts.ts`. */

const ofServices = {
  'not-connected': 'You are not connected: first store a token with PUT /integrations/{provider}',
  'provider-refuses-token': '{reason}',
  'provider-fails': '{reason}',
  'provider-board-gone': 'The board no longer exists, or your connection cannot read it',
  'provider-board-unknown': '{field}: {id} is not a board that your connection can read',
  'provider-project-unknown': '{field}: {id} is not a project that your connection can read',
  'provider-project-gone': '{id} is not a project that your connection can read',
  'provider-file-refused': 'The file was refused',
} as const;

const ofImports = {
  'import-ended': 'The import has ended',
  'import-unknown': 'This version does not know this kind of import',
  'import-not-allowed': 'The user who started it may no longer create boards there',
  'import-place-gone': 'The workspace or the board no longer exists',
  'export-not-allowed': 'You may no longer see it',
  'job-failed': '{reason}',
  'job-refused': 'It was refused',
  'job-running': 'This work is under way already',
  'job-interrupted': 'It was interrupted; the log of the service says why',
  'job-deaths':
    'The service ended {max} times while it was at this, which may be the reason; it is not tried again',
  'file-incomplete': 'The upload was not completed: send the file again',
  'file-gone': 'The file no longer exists',
  'file-empty': 'The file is empty',
  'file-not-read': '{reason}',
  'file-too-much-in-place': 'There is too much in one place of the file',
  'board-limit': '“{board}”: at most {max} {what} are allowed, and with these there would be {count}',
  'board-limit-of-file': '“{board}”: at most {max} {what} are allowed, not {count}',
  'card-too-large': 'The card “{title}” has more than {max} bytes',
} as const;

const ofJson = {
  'file-not-json': 'The file is not valid JSON{place}',
  'file-not-objects': 'The file is not valid JSON, or no list of objects',
  'file-nested-too-deep': 'The file is nested more than {max} levels deep{place}',
  'file-too-many-values': 'An entry of the file has more than {max} values{place}',
  'file-too-many-entries': 'The file has more than {max} entries',
  'file-entry-too-large': 'An entry of the file is larger than {max} bytes{place}',
} as const;

const ofLines = {
  'line-of-other-board': 'Line {line}: the file has cards of several boards; import one board at a time',
  'line-fields': 'Line {line} has {fields} fields, and the first line only {count}: is a quote missing?',
  'line-fields-of-export': 'Line {line} has {fields} fields, and the first line {count}: is the file whole?',
  'line-without-title':
    'Line 1: no column is called “title”, “name” or “summary”. Columns that are not known: {columns}',
  'column-unknown':
    'mapping: the table has no column {place}; they are counted from 0, and columns with the same heading are one',
  'line-too-long': 'Line {line}: a row has more than {max} characters; is a quote missing?',
  'line-too-many-fields': 'Line {line}: a row has more than {max} fields',
  'line-after-quote': 'Line {line}: there is text after a closing quote',
  'line-open-quote': 'Line {line}: a quote is opened and never closed',
  'line-not-utf8': 'Line {line}: the text is not UTF-8; save the file as “CSV UTF-8”',
  'line-invalid': 'Line {line}: {reason}',
  'line-without-type': 'Line {line} has no type',
  'line-after-end': 'Line {line} comes after the end',
  'line-too-large': 'Line {line} is too long',
  'line-too-many-values': 'Line {line} has more than {max} values',
  'line-not-json': 'Line {line} is not valid JSON in UTF-8',
} as const;

const ofZips = {
  'zip-not-export': 'The zip is not an export: it has no export.json',
  'zip-export-invalid': 'The zip is not an export: export.json is not as it should be',
  'zip-not-export-of': 'The zip is not an export of {tool}: it has no {file}',
  'zip-file-missing': 'The zip has no {file}',
  'zip-file-too-large': 'In the zip, {file} has more than {max} bytes',
  'zip-file-damaged': 'In the zip, {file} is damaged',
  'zip-file-size': 'In the zip, {file} has {found} bytes; it should have {size}',
  'zip-file-twice': 'The zip has a file twice',
  'zip-too-many-files': 'The zip has more than {max} files',
  'zip-too-packed': 'The zip unpacks to more than {max} times its size',
  'zip-encrypted': 'The zip is encrypted, or packed in an unusual way',
  'not-zip': 'The file is not a zip, or not whole',
  'zip-damaged': 'The list of files in the zip is damaged, or has names that lead out of it',
  'file-not-attachable': '“{file}” cannot be attached',
  'file-not-base64': 'A file in the export is not in base64',
} as const;

const ofExports = {
  'export-version': 'The export has version {found}; only version {version} can be read',
  'export-without-board': 'The export has no board',
  'export-without-this-board': 'The export has no such board',
  'export-of-several': 'The export has {count} boards ({boards}): say which with `board`',
  'export-cut-off': 'The export is not whole: the end of a board is missing',
  'export-of-trello': 'This is not a board export: it has no lists or no cards',
  'export-of-planka':
    'This is not a board as PLANKA’s API sends it: it has no “item”, or no “lists” and “cards” in “included”',
  'export-of-wekan': 'This is not a board export of WeKan: its “_format” is not “wekan-board-1.0.0”',
  'export-of-kanboard':
    'Line 1: this is not an export of tasks from Kanboard: it has no “Task Id”, “Column” and “Title”',
  'export-of-kanboard-line':
    'Line {line}: this is not an export of tasks from Kanboard: “Task Id” is not a number',
  'export-of-vikunja': 'Exports from before Vikunja 0.21 cannot be read: update it first',
  'export-without-projects': 'The export has no projects',
  'export-without-this-project': 'The export has no project “{project}”. It has: {projects}',
  'export-of-several-projects':
    'Say with `board` which project to import, by its id. The export has: {projects}',
} as const;

export const ofImported = {
  ...ofServices,
  ...ofImports,
  ...ofJson,
  ...ofLines,
  ...ofZips,
  ...ofExports,
} as const;
