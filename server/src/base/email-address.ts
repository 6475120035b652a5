import { domainToASCII } from 'node:url';

/** Matches the contract's format `email` in lower case; its length is checked separately. */
const wellFormed =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/**
 * The form in which an email address is stored and compared; undefined if it is invalid. The local part is ASCII, in lower
 * case by ASCII's rule: by Unicode's, KELVIN SIGN is a `k`, and one address would pass for another. The host is written as
 * in DNS (IDNA).
 */
export function emailAddress(given: string): string | undefined {
  const text = given.trim();
  const at = text.lastIndexOf('@');
  const host = hostOf(text.slice(at + 1));
  if (at < 1 || host === undefined) return undefined;
  const address = `${asciiLower(text.slice(0, at))}@${host}`;
  return address.length <= 254 && wellFormed.test(address) ? address : undefined;
}

/** Imports give people without an account an address that no mail reaches (RFC 2606), so nobody can claim it. */
export const isPlaceholder = (email: string): boolean => email.endsWith('.invalid');

const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function hostOf(given: string): string | undefined {
  const host = asciiLower(given);
  // ASCII that is not part of a host name would be parsed as another part of a URL: ports, escapes, paths.
  if (/[^a-z0-9.\-\u0080-\u{10ffff}]/u.test(host)) return undefined;
  return /^[a-z0-9.-]*$/.test(host) ? host : domainToASCII(host);
}
