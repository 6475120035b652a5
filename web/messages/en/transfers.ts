import type { ColumnUse } from '../../../contract/import-columns.ts';
import type { UploadFormat } from '../../../contract/imports.ts';
import { counted, number, size } from './counts.ts';

/* Texts of imports, exports and calendar addresses. */

const cards = (count: number) => counted(count, 'card', 'cards');

interface FormatText {
  name: string;
  /** How to get such a file. */
  hint: string;
  /** Whether such a file can contain several boards, so that one has to be named. */
  hasSeveral?: true;
}

/** The formats of files, by the program that writes them. */
const formats: Readonly<Record<UploadFormat, FormatText>> = {
  'boardtool-json': {
    name: 'Trello',
    hint: 'In the menu of the board, choose “Print, export, and share”, then “Export as JSON”.',
  },
  wekan: {
    name: 'WeKan',
    hint: 'In the menu of the board, choose “Export board”, then JSON, or the zip to include attachments.',
  },
  vikunja: {
    name: 'Vikunja',
    hint: 'In your settings, choose “Data Export”; Vikunja sends you an email with the zip. It has all of your projects: name one.',
    hasSeveral: true,
  },
  kanboard: {
    name: 'Kanboard',
    hint: 'In the menu of the project, choose “Export”, then “Tasks”. Descriptions and comments are not in it: Kanboard does not export them.',
  },
  planka: {
    name: 'PLANKA',
    hint: 'PLANKA has no export: save what its API answers to GET /api/boards/(number of the board). Comments are not in it.',
  },
  csv: {
    name: 'CSV',
    hint: 'A table from any program, such as Jira, Asana, Linear, Todoist, ClickUp, Notion, Monday, Planner, GitHub or GitLab, with a row for each card. You see its columns, and choose what they become.',
  },
  native: {
    name: 'Taskboard',
    hint: 'A zip made by “Export” here or in another Taskboard, in the format “Everything”.',
    hasSeveral: true,
  },
};

/** What the secret addresses of a board have in common. */
const ofAddress = {
  create: 'Create URL',
  once: 'Your URL. Copy it now: it will not be shown again.',
  copy: 'Copy URL',
  copied: 'URL copied',
  created: (day: string) => `You have a URL, created ${day}. It was shown only then.`,
  renew: 'Create a new URL',
  revoke: 'Revoke',
  revokeQuestion: 'The URL will stop working at once.',
};

export const transferTexts = {
  formats,
  imports: {
    title: 'Import a board',
    hint: 'Each file becomes a new board, or more lists on an existing one. Once it is uploaded, you can close this page.',
    choose: 'Choose files',
    drop: 'or drop them here: exports of Trello, Jira, Asana and others',
    dropNow: 'Drop to import',
    chosen: 'Chosen files',
    formatOf: (file: string) => `Format of ${file}`,
    unknown: 'Choose a format',
    remove: (file: string) => `Remove ${file}`,
    board: 'Board, if several',
    boardOf: (file: string) => `Board in ${file}, if it has several`,
    into: 'Import into',
    newBoard: 'A new board for each file',
    intoHint: 'The lists of the files will come after those of the board.',
    start: (files: number) => `Import ${counted(files, 'file', 'files')}`,
    which: 'Which files can be imported?',
    all: 'Imports',
    kept: 'Imports are listed for 30 days.',
    none: 'Nothing has been imported yet.',
    more: (count: number) => `Show ${number(count)} more`,
    uploading: (sent: number, of: number) => `Uploading: ${size(sent)} of ${size(of)}`,
    queued: 'Waiting to be uploaded',
    interrupted: 'The upload was interrupted. Check your connection, then try again.',
    tooLarge:
      'This file is too large. The operator of this service can allow larger ones with the setting MAX_UPLOAD_SIZE.',
    forbidden: 'You do not have permission to create boards in this workspace.',
    progressOf: (name: string) => `Progress of ${name}`,
    cancelNamed: (name: string) => `Cancel the import of ${name}`,
    retryNamed: (name: string) => `Try again to import ${name}`,
    chooseAgain: 'Choose the file again to try once more.',
    unnamed: (format: string) => `Board from ${format}`,
    state: {
      waiting: 'Waiting to begin',
      brokeOff: (time: string) => `Interrupted; next try at ${time}`,
      running: (done: number, total: number | null) =>
        total === null ? 'Reading…' : `${number(done)} of ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'Failed',
      cancelled: 'Canceled',
    },
    ended: {
      completed: (name: string) => `${name} was imported`,
      failed: (name: string) => `${name} could not be imported`,
    },
    toCheck: 'Skipped or changed; please check:',
    minor: (kinds: number) => counted(kinds, 'minor difference', 'minor differences'),
    kind: (kind: string, count: number) =>
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${number(count)}`,
    examples: (some: readonly string[], of: number) =>
      `${some.map((each) => `“${each}”`).join(', ')}${of > some.length ? ', …' : ''}`,
    workspace: 'Workspace',
  },
  columns: {
    of: (file: string) => `Columns of ${file}`,
    reading: 'Reading the columns…',
    found: (program: string, columns: number, empty: number) =>
      [
        program === ''
          ? `${counted(columns, 'column', 'columns')}.`
          : `${counted(columns, 'column', 'columns')}, from ${program}.`,
        ...(empty > 0 ? [`${counted(empty, 'empty column is', 'empty columns are')} left out.`] : []),
      ].join(' '),
    becomes: (heading: string) => `What the column ${heading} becomes`,
    noTitle: 'Choose the column with the titles of the cards.',
    uses: {
      title: 'Title',
      description: 'Description',
      list: 'List',
      labels: 'Labels',
      members: 'Members',
      'member-emails': 'Emails of members',
      due: 'Due date',
      start: 'Start date',
      completed: 'Done',
      archived: 'Archived',
      checklist: 'Checklist',
      comment: 'Comment',
      number: 'Card number',
      key: 'Leave out (ID)',
      parent: 'Parent',
      'blocked-by': 'Blocked by',
      blocks: 'Blocks',
      relates: 'Relates to',
      duplicates: 'Duplicates',
      created: 'Created',
      creator: 'Created by',
      board: 'Board',
      link: 'Link',
      detail: 'Description line',
      field: 'Field',
      'field-text': 'Field: text',
      'field-number': 'Field: number',
      'field-date': 'Field: date',
      'field-select': 'Field: select',
      'field-multi-select': 'Field: multi-select',
      'field-person': 'Field: person',
      'field-checkbox': 'Field: checkbox',
      'field-link': 'Field: link',
      'leave-out': 'Leave out',
    } satisfies Record<ColumnUse, string>,
  },
  exports: {
    title: 'Export',
    hint: 'Everything that you can see is exported, including what is archived.',
    workspaceHint: 'All boards and templates that you can see are exported, including archived ones.',
    onlyShown: 'Only cards that pass the filter of the board',
    format: 'Format',
    formats: {
      native: {
        name: 'Everything',
        hint: 'A zip with all cards, comments and files, which can be imported again.',
      },
      csv: {
        name: 'Table (CSV)',
        hint: 'A row for each card, for spreadsheets. Without comments and files.',
      },
      markdown: {
        name: 'Markdown',
        hint: 'A zip with a text for each card, and the files, for people and agents to read.',
      },
    },
    download: 'Download',
    start: 'Start export',
    later: 'It is written in the background, and listed here when it is ready.',
    all: 'Your exports',
    none: 'No exports yet.',
    workspace: 'Workspace',
    board: 'Board',
    state: {
      waiting: 'Waiting to begin',
      brokeOff: (time: string) => `Interrupted; next try at ${time}`,
      running: (done: number, total: number) => `${number(done)} of about ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'Failed',
    },
    keptUntil: (day: string) => `kept until ${day}`,
    ready: (name: string) => `The export of ${name} is ready`,
    progressOf: (name: string) => `Progress of the export of ${name}`,
    downloadNamed: (name: string) => `Download the export of ${name}`,
    cancelNamed: (name: string) => `Cancel the export of ${name}`,
    delete: 'Delete',
    deleteNamed: (name: string) => `Delete the export of ${name}`,
  },
  calendar: {
    ...ofAddress,
    title: 'Calendar feed',
    hint: 'Subscribe in your calendar app with a private link to see the due dates of this board.',
    warning:
      'Everyone who has this URL can read the titles and due dates of the cards that you can see, without signing in. Keep it to yourself.',
    howTo: 'Add it to your calendar app as a subscription, or “calendar from URL”.',
    renewQuestion: 'Calendars that use the old URL will no longer be updated.',
  },
  feed: {
    ...ofAddress,
    title: 'Activity feed',
    hint: 'Subscribe in your feed reader with a private link to see what happens on this board.',
    warning:
      'Everyone who has this URL can read who did what on this board, as far as you can see it, without signing in. Keep it to yourself.',
    howTo: 'Add it to your feed reader as a new feed. It has the last seven days.',
    renewQuestion: 'Feed readers that use the old URL will no longer be updated.',
  },
  mailbox: {
    hint: 'What you send to this address becomes a card: the subject is its title, the text its description, and files are attached.',
    unavailable: 'This installation does not take emails.',
    warning:
      'The address is yours alone, and takes only emails from the address of your account. Keep it to yourself.',
    create: 'Create address',
    address: 'Your address',
    copy: 'Copy address',
    copied: 'Address copied',
    list: 'Cards go into',
    firstList: 'The first list',
    renew: 'Create a new address',
    renewQuestion: 'Emails to the old address will be refused.',
    revoke: 'Turn off',
    revokeQuestion: 'Emails to this address will be refused.',
  },
  connections: {
    title: 'Connections',
    hint: 'Connect an account to import boards from it. Tokens are stored encrypted, and never shown again.',
    token: (provider: string) => `Token for ${provider}`,
    connect: (provider: string) => `Connect to ${provider}`,
    connected: (account: string | null, since: string) =>
      account === null ? `Connected since ${since}.` : `Connected as ${account} since ${since}.`,
    disconnect: (provider: string) => `Disconnect from ${provider}`,
    disconnectShort: 'Disconnect',
    disconnectQuestion: 'The token will be deleted here. Boards that were imported stay.',
    providers: {
      codehost: {
        name: 'GitHub',
        hint: 'A classic personal access token with the scopes read:project and read:user; also read:org for projects of organizations, and repo for issues of private repositories.',
        link: {
          text: 'Create one on GitHub',
          href: 'https://github.com/settings/tokens/new?description=Taskboard&scopes=read:project,read:user,read:org,repo',
        },
        from: 'From GitHub',
        none: 'Your account has no open projects there.',
        start: (count: number) => `Import ${counted(count, 'project', 'projects')}`,
      },
      boardtool: {
        name: 'Trello',
        hint: 'To import without a token: in Trello, open the menu of a board, choose “Print, export, and share”, then “Export as JSON”, and import that file. A read-only token for the API key of this service imports several boards at once; its operator has the link to create one.',
        link: undefined,
        from: 'From Trello',
        none: 'Your account has no open boards there.',
        start: (count: number) => `Import ${counted(count, 'board', 'boards')}`,
      },
    },
    notYet: (provider: string) => `Connect your ${provider} account first.`,
    toConnections: 'Go to your connections',
    all: 'Select all',
    unread: (provider: string) => `${provider} could not be read.`,
    again: 'Import it again to try once more.',
  },
};
