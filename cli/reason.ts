import { BadSetting } from '../server/src/base/config/bad-setting.ts';
import { Disconnected } from '../server/src/base/db/pool.ts';
import { Failure } from '../server/src/base/errors.ts';

/** Why a command cannot do its work; the message is the one line that the operator sees. */
export class Stop extends Error {}

/** Describes an error in one line, with a solution if one is known. */
export function reasonOf(error: unknown): string {
  if (error instanceof BadSetting || error instanceof Stop) return error.message;
  if (error instanceof Failure) return reasonOfFailure(error);
  if (error instanceof Disconnected) return `DATABASE_URL: ${firstLine(error.message)}`;
  const { code = '', port, path, address, hostname, message } = details(error);
  if (code === 'EADDRINUSE') return `PORT=${port} is in use: stop what listens on it, or set another PORT`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST=${address ?? hostname} is not allowed: it must be an address of this machine`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `PORT=${port} may not be used by this user: set another PORT`;
  }
  if (isPostgresCode(code)) return `DATABASE_URL: ${firstLine(message)}`;
  if (code === 'SQLITE_BUSY') return 'the database is in use by another process: try again';
  if (
    ['EACCES', 'ENOENT', 'EROFS', 'ENOTDIR', 'EPERM', 'EEXIST', 'ENOSPC'].includes(code) ||
    code.startsWith('SQLITE_')
  ) {
    return `DATA_DIR cannot be used${path ? ` (${path})` : ''}: ${firstLine(message)}`;
  }
  return firstLine(message);
}

/** The cause matters, not that the database failed. */
const reasonOfFailure = ({ message, cause }: Failure): string =>
  cause === undefined ? message : reasonOf(cause);

interface Details {
  code?: string;
  port?: number;
  path?: string;
  address?: string;
  hostname?: string;
  message: string;
}

function details(error: unknown): Details {
  return error instanceof Error ? error : { message: String(error) };
}

/** Errors of PostgreSQL itself, such as a wrong password or a missing database. */
const isPostgresCode = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
