import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PreconditionFailed } from '../errors.ts';

/** How addresses of files end: signed anew every few minutes, and for each reader, while what they lead to stays the same. */
const signatures = /(?<=\/attachments\/\w+\/content)\?expires=\d+&user=\w+&signature=[\w-]+/g;

/** Tells one content from another, whatever the addresses of files in it, and one hour's addresses from another's. */
function marksOf(text: string): { content: string; addresses: string } {
  const signed: string[] = [];
  const content = text.replace(signatures, (each) => {
    signed.push(each);
    return '';
  });
  return {
    content: hash('sha256', content, 'base64url'),
    addresses: signed.length > 0 ? `.${hash('sha256', signed.join(), 'base64url').slice(0, 8)}` : '',
  };
}

/**
 * Equal texts have equal tags, whichever node answers; so a tag is never stale. What follows the dot is about the
 * addresses: they are read anew, and keep nobody from writing.
 */
export function tagOfText(text: string): string {
  const { content, addresses } = marksOf(text);
  return `"${content}${addresses}"`;
}

/** The tag of what is known by the names and numbers of all that it depends on, without being made. */
export const tagOf = (...parts: unknown[]): string =>
  `"${hash('sha256', JSON.stringify(parts), 'base64url')}"`;

/**
 * Puts the entity tag of a reply on it and says whether it is one that the caller has. `If-None-Match` compares
 * weakly (RFC 9110, 13.1.2): proxies that compress mark tags as weak.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  // What may be seen depends on who asks, and may end: a cache asks again before it shows anything.
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  const same = namedTag(request.headers['if-none-match'], (tag) => uncompressed(tag) === etag);
  // A compressed reply has a tag of its own: that is the one which is still right.
  if (same !== undefined && same !== '*') reply.header('etag', same);
  return same !== undefined;
}

/**
 * Throws `PreconditionFailed` unless what the caller has read, and names by `If-Match`, has still the tag that it would
 * be sent with now. It compares strongly (RFC 9110, 13.1.1): a tag that is marked as weak is never the same.
 */
export function requireMatch(known: string, etag: string): void {
  if (!matches(known, etag)) throw new PreconditionFailed('If-Match: it has changed since it was read');
}

/** Whether `If-Match` allows a change of what has this tag now. */
export function matches(known: string, etag: string): boolean {
  const content = contentOf(etag);
  return tagsIn(known).some(
    (tag) => tag === '*' || (content !== undefined && contentOf(uncompressed(tag)) === content),
  );
}

/** What a tag says of the content. */
const contentOf = (tag: string): string | undefined => /^"([\w-]+)(?:\.[\w-]+)?"$/.exec(tag)?.[1];

/** Whether `If-None-Match` names a tag, compared weakly, by `*` or as it is. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  namedTag(header, (tag) => tag === etag) !== undefined;

/** The tag in `If-None-Match`, without its mark as weak, that is `*` or the same. */
const namedTag = (header = '', isSame: (tag: string) => boolean): string | undefined =>
  tagsIn(header)
    .map((each) => (each === 'W/*' ? '' : each.replace(/^W\//, '')))
    .find((each) => each === '*' || isSame(each));

const tagsIn = (header: string): string[] => header.split(',').map((each) => each.trim());

/** The tag of a reply once it is compressed: other bytes, and yet the same content. */
export const compressed = (etag: string): string => etag.replace(/"$/, '~gzip"');

const uncompressed = (etag: string): string => etag.replace(/~gzip"$/, '"');
