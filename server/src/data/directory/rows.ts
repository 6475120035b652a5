import { deleteRow } from '../../base/db/statements.ts';
import { groupedMembers } from './tables.ts';

/* Statements by which other domains write what groups of a provider have given. */

/** A member no longer has a role by groups, nor one that comes back without them. */
export const removeGrouped = deleteRow('grouped_members.remove', groupedMembers);
