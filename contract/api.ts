import { activities } from './activities.ts';
import { boards } from './boards.ts';
import { cards } from './cards.ts';
import { lists } from './lists.ts';
import type { Operation } from './operation.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/** Every operation, by the resource it belongs to. */
export const api = { users, workspaces, boards, lists, cards, activities };

/** Every operation, in the order of the document. */
export const operations: readonly Operation[] = Object.values(api).flatMap((group) => Object.values(group));
