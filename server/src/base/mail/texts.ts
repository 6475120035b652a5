/**
 * The link to the page that uses a code, and the code itself. Browsers do not send what follows `#`, so it is never logged.
 */
export const pageText = (
  publicUrl: string,
  page: string,
  code: string,
): string => `${publicUrl}/${page}#${code}

Or use this code:

${code}
`;

/** A request with the code of a mail, ready to be sent from any machine. */
export const requestText = (
  publicUrl: string,
  path: string,
  body: Record<string, string | boolean>,
  method = 'POST',
): string =>
  `Send it with this request:

${method} ${publicUrl}/api/v1${path}
content-type: application/json

${JSON.stringify(body)}
`;

/** Max characters of a user's text quoted in our own mails. */
const most = 100;

/**
 * Quotes a user's text for our own mails: shortened, in quotation marks, and without anything that mail programs turn into a
 * link.
 */
export function quoted(text: string): string {
  const cut = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
  return `"${cut.replaceAll('"', "'").replace(/([.:/@])(?=\S)/g, '$1 ')}"`;
}
