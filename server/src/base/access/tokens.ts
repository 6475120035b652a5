import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix of each kind of secret that the service issues. */
const prefixes = {
  session: 'tbs_',
  key: 'tbk_',
  mail: 'tbm_',
  invite: 'tbi_',
  feed: 'tbf_',
  code: 'tbc_',
  refresh: 'tbr_',
} as const;

export type TokenKind = keyof typeof prefixes;

const bytes: Partial<Record<TokenKind, number>> = { invite: 16 };

/** A fresh secret: prefix, random bits, checksum. Only its `hashOf` is stored. */
export const newToken = (kind: TokenKind): string =>
  tokenOf(kind, randomBytes(bytes[kind] ?? 32).toString('base64url'));

/** The secret of a kind that consists of these bits, in base64url. */
export function tokenOf(kind: TokenKind, bits: string): string {
  const body = prefixes[kind] + bits;
  return body + checksum(body);
}

/** The kind of a token by its prefix, or undefined if its form or checksum is wrong. */
export function kindOf(token: string): TokenKind | undefined {
  const body = token.slice(0, -6);
  if (token.length > 100 || token.slice(-6) !== checksum(body)) return undefined;
  return (Object.keys(prefixes) as TokenKind[]).find((kind) => body.startsWith(prefixes[kind]));
}

/** The part of a token that may be shown to distinguish it from others. */
export const prefixOf = (token: string): string => token.slice(0, 12);

/** Redacts the tokens in a text for the log; only their kind remains. */
export const withoutTokens = (text: string): string => text.replace(/\b(tb[skmifcr]_)[\w-]{12,}/g, '$1…');

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const checksum = (body: string): string => crc32(body).toString(36).padStart(7, '0').slice(-6);
