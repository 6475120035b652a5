import { domainToASCII } from 'node:url';

/** What the contract's format `email` takes, once it is in lower case; its length is asked for beside it. */
const wellFormed =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/**
 * The one form in which an e-mail address is kept and compared, wherever it comes from; undefined for what is none.
 * The local part is ASCII, its letters in lower case by ASCII's rule alone: by Unicode's, KELVIN SIGN is a `k`, and one
 * address would pass for another. The host is written as the name service knows it (IDNA).
 */
export function emailAddress(given: string): string | undefined {
  const text = given.trim();
  const at = text.lastIndexOf('@');
  const host = hostOf(text.slice(at + 1));
  if (at < 1 || host === undefined) return undefined;
  const address = `${asciiLower(text.slice(0, at))}@${host}`;
  return address.length <= 254 && wellFormed.test(address) ? address : undefined;
}

/** Imports give people who have no account an address that no mail reaches (RFC 2606): it is nobody's to claim. */
export const isPlaceholder = (email: string): boolean => email.endsWith('.invalid');

const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function hostOf(given: string): string | undefined {
  const host = asciiLower(given);
  // What is ASCII and no part of a host name would be read as one of an address: ports, escapes, paths.
  if (/[^a-z0-9.\-\u0080-\u{10ffff}]/u.test(host)) return undefined;
  return /^[a-z0-9.-]*$/.test(host) ? host : domainToASCII(host);
}
