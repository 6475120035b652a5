import { BadSetting } from './bad-setting.ts';
import type { Environment } from './values.ts';

/*
 * A variable that was meant to be a setting, and is none, would be ignored: `SIGNUP=closed` would leave sign-up open. An
 * environment also holds much that is nobody's business here, so a variable is refused only where it is close to the
 * name of a setting, goes on where one ends, or begins with words that only settings of ours begin with.
 */

/** What only settings of ours begin with. Not `DATA_`, `LOG_`, `MAIL_` or `PUBLIC_`: others use these, too. */
const families = [
  'BOARDTOOL_',
  'CODEHOST_',
  'CORS_',
  'DATABASE_',
  'MAX_UPLOAD_',
  'OIDC_',
  'S3_',
  'SECRET_KEY_',
  'SIGN_IN_',
  'SIGN_UP_',
  'SMTP_',
  'TASKBOARD_',
  'TRUSTED_PROX',
  'TRUST_PROX',
  'WEBHOOK_',
  'WEBHOOKS_',
];

/** Names that others use as well, so that what is close to them is theirs. */
const common = ['HOST', 'LOG_LEVEL', 'PORT'];

/** Throws `BadSetting` for the first variable that is no setting but looks like one. */
export function refuseMisspelled(environment: Environment, names: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(environment)) {
    if (!value?.trim() || names.has(name) || !looksLikeOne(name, names) || isServiceLink(name, value))
      continue;
    // Providers are checked where they are read: their names are the operator's.
    if (/^OIDC_./.test(name)) continue;
    throw new BadSetting(`${name} is not a setting: ${meant(name, names)}`);
  }
}

function looksLikeOne(name: string, names: ReadonlySet<string>): boolean {
  const upper = name.toUpperCase();
  // `host` and `port` in lower case are others'.
  if (name !== upper) return upper.length > 4 && names.has(upper);
  if (families.some((family) => `${name}_`.startsWith(family))) return true;
  return [...names]
    .filter((known) => !common.includes(known))
    .some((known) => isBeginning(name, known) || isClose(name, known));
}

/** `DATA_DIRECTORY` goes on after `DATA_DIR`, `MAX_UPLOAD` stops before the end of `MAX_UPLOAD_SIZE`. */
const isBeginning = (name: string, known: string): boolean =>
  (known.includes('_') && name.startsWith(known)) || (name.includes('_') && known.startsWith(`${name}_`));

/** A typing error is seldom in the first letter: `JAVA_DIR` and `HTTP_URL` are other software's. */
function isClose(name: string, known: string): boolean {
  const allowed = known.length >= 8 ? 2 : known.length >= 6 ? 1 : 0;
  return allowed > 0 && name.charAt(0) === known.charAt(0) && distance(name, known) <= allowed;
}

/** What containers are told about each other, where one of them is called `database`, `smtp` or `taskboard`. */
export const isServiceLink = (name: string, value: string): boolean =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$|_ENV_/.test(name) ||
  (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value)) ||
  (name.endsWith('_NAME') && /^\/[^/]+\/[^/]+$/.test(value));

function meant(name: string, names: ReadonlySet<string>): string {
  const bare = name.toUpperCase().replace(/^TASKBOARD_/, '');
  const [nearest] = [...names]
    .map((known) => ({
      known,
      far: Math.min(distance(bare, known), isBeginning(bare, known) ? 1.5 : Number.POSITIVE_INFINITY),
    }))
    .sort((a, b) => a.far - b.far);
  if (nearest && nearest.far <= 3) return `did you mean ${nearest.known}?`;
  const family = families.find((each) => `${name}_`.startsWith(each));
  const relatives = [...names].filter((known) => family && known.startsWith(family));
  return relatives.length > 0
    ? `settings that begin with ${family} are ${relatives.join(', ')}`
    : 'README.md lists all settings';
}

/** How many characters have to be put in, left out, replaced or exchanged with their neighbour to make `b` of `a`. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const exchanged =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, exchanged));
    }
  }
  return at(a.length, b.length);
}
