/* Redirect URIs: where an authorization returns to. */

const maxLength = 500;

/** Schemes that a browser itself acts on, or that lead to something else than an app of the user. */
const notOfApps = new Set(
  (
    'about: blob: chrome: data: facetime: feed: file: filesystem: ftp: ftps: intent: jar: javascript: ldap: mailto: resource: ' +
    'sms: smb: ssh: tel: telnet: vbscript: view-source: ws: wss:'
  ).split(' '),
);

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a URL leads to the machine of whoever opens it. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.has(hostname);

/**
 * Whether an application may return to an address: a site under https, a program on the computer (RFC 8252, 7.3), or a scheme of an
 * app (7.1). No fragment (RFC 6749, 3.1.2), user or password.
 */
export function mayReturnTo(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > maxLength || !/^[\x21-\x7e]+$/.test(address))
    return false;
  if (/[#\\"<>]/.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return url.hostname !== '';
  if (url.protocol === 'http:') return isLoopback(url);
  return !notOfApps.has(url.protocol);
}

/**
 * Whether an address is one of those that an application has named: the same string (RFC 9700, 4.1.3), except for the port of a program
 * on the computer, which takes a free one (RFC 8252, 7.3).
 */
export const isNamed = (address: string, named: readonly string[]): boolean =>
  named.some(
    (each) => each === address || (isOnComputer(each) && withoutPort(each) === withoutPort(address)),
  );

const isOnComputer = (address: string): boolean => {
  const url = new URL(address);
  return url.protocol === 'http:' && isLoopback(url);
};

const withoutPort = (address: string): string =>
  address.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, '$1');

/** Where an address leads, for people. */
export function placeOf(address: string): { returnsTo: 'site' | 'computer' | 'app'; target: string } {
  const url = new URL(address);
  if (isLoopback(url) && url.protocol === 'http:') return { returnsTo: 'computer', target: url.hostname };
  if (url.protocol === 'https:') return { returnsTo: 'site', target: url.host };
  return { returnsTo: 'app', target: url.protocol };
}

/** The address with the parameters of a response added to those that it has (RFC 6749, 4.1.2). */
export function returning(address: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((each): each is [string, string] => each[1] !== undefined);
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`;
}
