/**
 * The page that uses a code, and the code itself. What comes after `#` is never sent anywhere: it stands in no log.
 */
export const pageText = (
  publicUrl: string,
  page: string,
  code: string,
): string => `${publicUrl}/${page}#${code}

Or use this code:

${code}
`;

/** The request that uses the code in a mail, ready to be sent from any machine. */
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

/** Characters of someone else's text that a mail of ours repeats. */
const most = 100;

/**
 * What someone else wrote, as a mail of ours repeats it: short, in quotes, and without anything that a reader's program
 * makes a link of.
 */
export function quoted(text: string): string {
  const cut = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
  return `"${cut.replaceAll('"', "'").replace(/([.:/@])(?=\S)/g, '$1 ')}"`;
}
