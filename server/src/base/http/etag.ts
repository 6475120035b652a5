import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PreconditionFailed } from '../errors.ts';

/** The query of a file's address: signed anew every few minutes and for each reader, while its target stays the same. */
const signatures = /(?<=\/attachments\/\w+\/content)\?expires=\d+&user=\w+&signature=[\w-]+/g;

/** Hashes the content without the addresses of its files, and the addresses separately. */
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
 * Equal texts have equal tags on every node, so a tag is never stale. The part after the dot covers the addresses: it
 * makes readers fetch new ones, but `If-Match` ignores it.
 */
export function tagOfText(text: string): string {
  const { content, addresses } = marksOf(text);
  return `"${content}${addresses}"`;
}

/** The tag of content identified by the names and versions of everything it depends on, without generating it. */
export const tagOf = (...parts: unknown[]): string =>
  `"${hash('sha256', JSON.stringify(parts), 'base64url')}"`;

/**
 * Sets the entity tag of a reply and returns whether the caller already has it. `If-None-Match` compares weakly (RFC
 * 9110, 13.1.2): proxies that compress mark tags as weak.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  // Permissions depend on the caller and may end: caches must revalidate before showing anything.
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  const same = namedTag(request.headers['if-none-match'], (tag) => uncompressed(tag) === etag);
  // A compressed reply has its own tag; return the one that the caller named.
  if (same !== undefined && same !== '*') reply.header('etag', same);
  return same !== undefined;
}

/**
 * Throws `PreconditionFailed` unless a tag in the caller's `If-Match` is still the current one. Compares strongly (RFC
 * 9110, 13.1.1): a weak tag never matches.
 */
export function requireMatch(known: string, etag: string): void {
  if (!matches(known, etag)) throw new PreconditionFailed('changed-since-tag');
}

/** Whether `If-Match` allows a change of content that currently has this tag. */
export function matches(known: string, etag: string): boolean {
  const content = contentOf(etag);
  return tagsIn(known).some(
    (tag) => tag === '*' || (content !== undefined && contentOf(uncompressed(tag)) === content),
  );
}

/** The part of a tag that identifies the content. */
const contentOf = (tag: string): string | undefined => /^"([\w-]+)(?:\.[\w-]+)?"$/.exec(tag)?.[1];

/** Whether `If-None-Match` contains a tag, compared weakly, or `*`. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  namedTag(header, (tag) => tag === etag) !== undefined;

/** The first tag in `If-None-Match`, without its weak mark, that is `*` or the same. */
const namedTag = (header = '', isSame: (tag: string) => boolean): string | undefined =>
  tagsIn(header)
    .map((each) => (each === 'W/*' ? '' : each.replace(/^W\//, '')))
    .find((each) => each === '*' || isSame(each));

const tagsIn = (header: string): string[] => header.split(',').map((each) => each.trim());

/** The tag of a compressed reply: other bytes for the same content. */
export const compressed = (etag: string): string => etag.replace(/"$/, '~gzip"');

const uncompressed = (etag: string): string => etag.replace(/~gzip"$/, '"');
