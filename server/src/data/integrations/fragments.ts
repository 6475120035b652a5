/** A project of a code host, as every provider gives it. */
export interface Project {
  name: string;
  /** What an item can be, in the order of the project's board. */
  statuses: { id: string; name: string }[];
  /** Every option of its fields that an item can be marked with, whether or not one is. */
  labels: ProjectLabel[];
  /** How many items there are; null where that is not known beforehand. */
  total: number | null;
  /** In the order of the project, read as they are asked for, once. */
  items: AsyncIterable<ProjectItem>;
  /** Finds addresses of issues in texts; its first group is the key of one. Global. */
  issueLink: RegExp | null;
}

export interface ProjectLabel {
  id: string;
  /** The field that it is a value of; null for a label in the common sense. */
  field: string | null;
  name: string;
  /** `#rrggbb` */
  colourCode: string;
}

/** An account at the code host. */
export interface Account {
  login: string;
  name: string;
  /** Null where the person does not show it. */
  email: string | null;
}

export interface ProjectItem {
  title: string;
  /** Markdown; empty where there is none. With it come the facts about the item that a card has no place for. */
  text: string;
  /** By which links to it are known (`issueLink`). */
  keys: string[];
  /** The id of a status. */
  status: string | null;
  labels: ProjectLabel[];
  assignees: Account[];
  author: Account;
  /** `YYYY-MM-DD` */
  dueDate: string | null;
  /** ISO 8601, as all times. */
  createdAt: string;
  /** Null where it is not archived. */
  archivedAt: string | null;
  /** In the order in which they were written. */
  comments: ProjectComment[];
}

export interface ProjectComment {
  text: string;
  author: Account;
  createdAt: string;
  editedAt: string | null;
}
