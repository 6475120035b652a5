/** A project of a code host, as every provider returns it. */
export interface Project {
  name: string;
  /** The possible statuses of an item, in the order of the project's board. */
  statuses: { id: string; name: string }[];
  /** Those of its fields that are neither the status nor the start or due date. */
  fields: OwnField[];
  /** The number of items; null if not known beforehand. */
  total: number | null;
  /** In the order of the project; read lazily, once. */
  items: AsyncIterable<ProjectItem>;
  /** Matches addresses of issues in texts; its first group is the key of an item. Global. */
  issueLink: RegExp | null;
}

/** A field that becomes one of the board. */
export interface OwnField {
  name: string;
  type: 'text' | 'number' | 'date' | 'select';
  options: { name: string; colour: string | null }[];
}

/** A value of such a field, which is named by its place; an option by its name, a date as `YYYY-MM-DD`. */
export interface OwnValue {
  field: number;
  value: string | number;
}

export interface ProjectLabel {
  id: string;
  name: string;
  /** `#rrggbb` */
  colourCode: string;
}

/** An account at the code host. */
export interface Account {
  login: string;
  name: string;
  /** Null if the person does not show it. */
  email: string | null;
}

export interface ProjectItem {
  title: string;
  /** Markdown; empty if there is none. It includes the facts about the item that a card has no field for. */
  text: string;
  /** The keys by which links refer to it (`issueLink`). */
  keys: string[];
  /** The id of a status. */
  status: string | null;
  labels: ProjectLabel[];
  values: OwnValue[];
  assignees: Account[];
  author: Account;
  /** `YYYY-MM-DD` */
  startDate: string | null;
  dueDate: string | null;
  /** ISO 8601, like all times. */
  createdAt: string;
  /** Whether it is closed or merged, and since when if known. */
  isClosed: boolean;
  closedAt: string | null;
  /** Null if it is not archived. */
  archivedAt: string | null;
  /** Oldest first. */
  comments: ProjectComment[];
}

export interface ProjectComment {
  text: string;
  author: Account;
  createdAt: string;
  editedAt: string | null;
}
