import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Invalid } from '../base/errors.ts';
import { typed } from './passwords.ts';

/*
 * Rejects passwords that an attacker would try first (NIST 800-63B, 5.1.1.2). There are no rules about kinds of characters, and
 * users who already have such a password can still sign in.
 */

/**
 * The 10 000 most common passwords that are long enough for this service, one per line, in lower case: made from
 * `passwords.json` of `@zxcvbn-ts/language-common` 4.1.3 (MIT licence). Loaded when the first password is set.
 */
let commonest: ReadonlySet<string> | undefined;

function isCommon(password: string): boolean {
  commonest ??= new Set(
    readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  return commonest.has(password);
}

/** Shorter words that people lengthen with a year or a sign: `Summer2026!`. */
const words = new Set(
  (
    'january february march april june july august september october november december spring summer autumn fall winter ' +
    'monday tuesday wednesday thursday friday saturday sunday password passwort passw0rd welcome willkommen hello admin ' +
    'administrator root user guest login test testing default secret changeme letmein qwerty qwertz iloveyou dragon monkey ' +
    'football master company office work team taskboard'
  ).split(' '),
);

/** A common word with up to six digits and signs before or after it. */
function isWordWithDigits(password: string): boolean {
  const word = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return password.length - word.length <= 6 && (words.has(word) || isCommon(word));
}

/** `aaaaaaaa`, `abcabcabc`, or max three different characters. */
const isRepeated = (password: string): boolean =>
  new Set(password).size < 4 || /^(.{1,4}?)\1+$/su.test(password);

/** `abcdefgh`, `87654321`: each character is adjacent to the previous one. */
function isSequence(password: string): boolean {
  const points = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, at) => point - (points[at] ?? 0)));
  return steps.size === 1 && [1, -1].includes([...steps][0] ?? 0);
}

export interface PasswordOwner {
  email: string;
  name?: string | null | undefined;
}

/** Whether it consists only of public words: the name of the service, and the user's name and address. */
function isOwn(password: string, { email, name }: PasswordOwner): boolean {
  const [local = '', domain = ''] = email.split('@');
  const known = ['taskboard', local, domain.split('.')[0] ?? '', ...(name ?? '').toLowerCase().split(/\s+/)]
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);
  if (password.includes(email)) return true;
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), password);
  return rest !== password && rest.replace(/[^\p{L}]/gu, '').length < 4 && rest.length < 8;
}

/** Throws `Invalid` for a password that is easy to guess. */
export function requireUncommon(password: string, owner: PasswordOwner, field = 'password'): void {
  const lower = typed(password).toLowerCase();
  if (isOwn(lower, owner)) {
    throw new Invalid('password-own', { field: `body/${field}` });
  }
  if (lower.trim() === '' || isCommon(lower) || isWordWithDigits(lower)) {
    throw new Invalid('password-common', { field: `body/${field}` });
  }
  if (isRepeated(lower) || isSequence(lower)) {
    throw new Invalid('password-repeats', { field: `body/${field}` });
  }
}
