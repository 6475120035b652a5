/** A project of a code host, as every provider gives it. */
export interface Project {
  name: string;
  /** What an item can be, in the order of the project's board. */
  statuses: { id: string; name: string }[];
  /** Every value an item can be marked with, whether or not one is. */
  labels: ProjectLabel[];
  /** In the order of the project. */
  items: ProjectItem[];
  /** What the project has and a board has no place for, in words for the user. */
  leftOut: { what: string; count: number }[];
}

export interface ProjectLabel {
  id: string;
  /** The field that it is a value of; null for a label in the common sense. */
  field: string | null;
  name: string;
  /** `#rrggbb` */
  colourCode: string;
}

export interface ProjectItem {
  title: string;
  /** Markdown; empty where there is none. */
  body: string;
  /** The id of a status. */
  status: string | null;
  /** Ids of labels. */
  labels: string[];
  /** `email` is null where the person does not show it. */
  assignees: { name: string; email: string | null }[];
  /** `YYYY-MM-DD` */
  dueDate: string | null;
  /** ISO 8601 */
  createdAt: string;
  archived: boolean;
}
