import { BadSetting } from './bad-setting.ts';
import type { Environment } from './values.ts';

/*
 * A misspelled setting would be ignored silently: `SIGNUP=closed` would leave sign-up open. But an environment also contains
 * many unrelated variables. So a variable is refused only if its name is close to that of a setting, extends or truncates
 * one, or begins with a prefix that only our own settings use.
 */

/** Prefixes that only our own settings use. Not `DATA_`, `LOG_`, `MAIL_` or `PUBLIC_`: other software uses these too. */
const families = [
  'BOARDTOOL_',
  'CODEHOST_',
  'CORS_',
  'DATABASE_',
  'INBOUND_MAIL_',
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

/** Names that other software uses as well: similar names are not taken for misspellings. */
const common = ['HOST', 'LOG_LEVEL', 'PORT'];

/** Throws `BadSetting` for the first variable that is not a setting but looks like one. */
export function refuseMisspelled(environment: Environment, names: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(environment)) {
    if (!value?.trim() || names.has(name) || !looksLikeOne(name, names) || isServiceLink(name, value))
      continue;
    // Providers are checked when they are read: the operator chooses their names.
    if (/^OIDC_./.test(name)) continue;
    throw new BadSetting(`${name} is not a setting: ${meant(name, names)}`);
  }
}

function looksLikeOne(name: string, names: ReadonlySet<string>): boolean {
  const upper = name.toUpperCase();
  // Lower-case `host` and `port` belong to other software.
  if (name !== upper) return upper.length > 4 && names.has(upper);
  if (families.some((family) => `${name}_`.startsWith(family))) return true;
  return [...names]
    .filter((known) => !common.includes(known))
    .some((known) => isBeginning(name, known) || isClose(name, known));
}

/** `DATA_DIRECTORY` extends `DATA_DIR`; `MAX_UPLOAD` truncates `MAX_UPLOAD_SIZE`. */
const isBeginning = (name: string, known: string): boolean =>
  (known.includes('_') && name.startsWith(known)) || (name.includes('_') && known.startsWith(`${name}_`));

/** Typos are rarely in the first letter: `JAVA_DIR` and `HTTP_URL` belong to other software. */
function isClose(name: string, known: string): boolean {
  const allowed = known.length >= 8 ? 2 : known.length >= 6 ? 1 : 0;
  return allowed > 0 && name.charAt(0) === known.charAt(0) && distance(name, known) <= allowed;
}

/** Variables that container runtimes set for linked services, for example ones named `database`, `smtp` or `taskboard`. */
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

/** The edit distance: insertions, deletions, replacements and swaps of neighbouring characters that turn `a` into `b`. */
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
