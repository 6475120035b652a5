import { insertRow } from '../../base/db/statements.ts';
import { roles } from './tables.ts';

/* Statements by which other domains write roles. */

export const insertRole = insertRow('roles.insert', roles);
