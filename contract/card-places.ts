/** Where a field can matter. */
export interface Places {
  /** `POST /cards`. */
  create: true;
  /** `PUT` and `PATCH /cards/{cardPublicId}`. */
  change: true;
  /** Operations `change` of `POST /cards/bulk`. */
  bulk: true;
  /** The reply to a change. */
  changed: true;
  /** What the version of a card covers: a write that names an older value of it is refused. */
  version: true;
  /** `GET /cards/{cardPublicId}`. */
  card: true;
  /** The same if asked for by `include=work`. */
  work: true;
  /** `GET /cards/{cardPublicId}/content`. */
  content: true;
  /** `GET /users/me/cards`. */
  mine: true;
  /** Snapshots and streams of boards. */
  tile: true;
  /** `GET /boards/{boardPublicId}`. */
  board: true;
  /** `GET /boards/{boardPublicId}/cards`. */
  page: true;
  /** Boards that anyone can read. */
  publicBoard: true;
  /** Deliveries to webhooks. */
  event: true;
  /** Native exports. */
  export: true;
  /** Imports of native exports. */
  import: true;
  /** CSV exports: the heading of its column. */
  csv: string;
  /** Markdown exports: its name in the front matter. */
  markdown: string;
  /** `POST /cards/{cardPublicId}/duplicate`. */
  duplicate: true;
  /** Copies of boards, and boards made from templates. */
  copy: true;
  /** Undo on the page of a board. */
  undo: true;
  /** What agents read and write. */
  tools: true;
  /** Search over all boards. */
  search: true;
  /** Filters of cards. */
  filter: true;
}

export type Place = keyof Places;

/** Where every field is, unless it says otherwise. */
export const everywhere = {
  create: true,
  change: true,
  bulk: true,
  changed: true,
  version: true,
  card: true,
  content: true,
  mine: true,
  tile: true,
  board: true,
  page: true,
  publicBoard: true,
  event: true,
  export: true,
  import: true,
  duplicate: true,
  copy: true,
  undo: true,
  tools: true,
} as const;
