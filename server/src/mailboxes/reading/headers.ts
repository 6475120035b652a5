/* What the headers of a mail say of its sender. */

export interface HeaderLine {
  /** In lower case. */
  key: string;
  value: string;
}

/** Headers that only machines and mailing lists write, whatever they say. */
const ofMachines = new Set([
  'list-id',
  'list-unsubscribe',
  'x-autoreply',
  'x-autorespond',
  'x-auto-response-suppress',
  'feedback-id',
]);

/** Whether a machine or a mailing list has sent a mail. Nothing is done with those, and nobody is told: so no loop begins. */
export const isAutomatic = (lines: readonly HeaderLine[]): boolean =>
  lines.some(({ key, value }) => {
    const said = value.trim().toLowerCase();
    if (key === 'auto-submitted') return !/^no\b/.test(said);
    if (key === 'precedence') return /^(bulk|junk|list|auto[_-]reply)\b/.test(said);
    if (key === 'content-type') return said.startsWith('multipart/report');
    if (key === 'return-path') return said === '<>';
    return ofMachines.has(key);
  });

/**
 * What the trusted mail server found by DMARC (RFC 8601); null if it says nothing. Only the topmost of its headers counts: those
 * below it may have come with the mail.
 */
export function verdictIn(lines: readonly HeaderLine[], trusted: string): string | null {
  for (const { key, value } of lines) {
    if (key !== 'authentication-results') continue;
    const [server = '', ...results] = plain(value).split(';');
    if (server.trim().split(/\s/)[0]?.toLowerCase() !== trusted) continue;
    const found = results.map((result) => /^\s*dmarc\s*=\s*([a-z]+)/i.exec(result)?.[1]).find(Boolean);
    return found?.toLowerCase() ?? null;
  }
  return null;
}

/** A header without its comments and quoted strings, in which anything may stand. */
function plain(value: string): string {
  let depth = 0;
  let isQuoted = false;
  let text = '';
  for (let at = 0; at < value.length; at++) {
    const letter = value[at];
    if (letter === '\\') at++;
    else if (letter === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === '(') depth++;
    else if (letter === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) text += letter;
  }
  return text;
}
