import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Turns } from '../../base/http/turns.ts';
import { ScimFailure } from './failure.ts';
import { filterFrom } from './filter.ts';
import { keyIn, type Resource } from './resource.ts';

/* Replies with one resource, or a page of them, and what requests ask of these. */

/** Max resources in one reply. */
const mostShown = 100;

/** Resources read at a time: each of them may be a group of all people. */
const ofStep = 4;

/** `body` is JSON already if it is a text. */
export const send = (reply: FastifyReply, status: number, body: object | string) =>
  reply
    .code(status)
    .header('content-type', 'application/scim+json; charset=utf-8')
    .send(typeof body === 'string' ? body : JSON.stringify(body));

export interface Listing {
  filter?: string;
  startIndex?: string;
  count?: string;
  attributes?: string;
  excludedAttributes?: string;
}

const numberIn = (text: string | undefined, fallback: number): number => {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isNaN(number) ? fallback : number;
};

/**
 * A page of the rows that a filter selects, as JSON. `startIndex` begins with 1, and what is out of range counts as the nearest that is
 * not.
 */
export async function list<Row>(
  query: Listing,
  rows: readonly Row[],
  filterable: (row: Row) => Resource,
  show: (rows: readonly Row[]) => Promise<Resource[]>,
  turns: Turns,
): Promise<string> {
  const { filter, startIndex, count } = query;
  const test = filter === undefined || filter === '' ? undefined : filterFrom(filter);
  const selected = test ? rows.filter((row) => test(filterable(row))) : rows;
  const first = Math.max(1, numberIn(startIndex, 1));
  const most = Math.min(mostShown, Math.max(0, numberIn(count, mostShown)));
  const wanted = selected.slice(first - 1, first - 1 + most);
  const shown: string[] = [];
  const step = async (some: readonly Row[]) => {
    for (const each of await show(some)) shown.push(JSON.stringify(partOf(each, query)));
  };
  for (let from = 0; from < wanted.length; from += ofStep)
    await turns(() => step(wanted.slice(from, from + ofStep)));
  const head = JSON.stringify({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: selected.length,
    startIndex: first,
    itemsPerPage: shown.length,
  });
  return `${head.slice(0, -1)},"Resources":[${shown.join(',')}]}`;
}

/** A resource with the attributes that a request asks for (RFC 7644, 3.9). */
export function partOf(resource: Resource, { attributes, excludedAttributes }: Listing): Resource {
  const namesIn = (text = '') => text.split(',').flatMap((each) => each.trim().split(/[.[]/, 1));
  const always = ['schemas', 'id', 'meta'];
  const wanted = attributes ? namesIn(attributes).map((name) => keyIn(resource, name)) : undefined;
  const left = namesIn(excludedAttributes).map((name) => keyIn(resource, name));
  return Object.fromEntries(
    Object.entries(resource).filter(
      ([name]) => always.includes(name) || ((wanted?.includes(name) ?? true) && !left.includes(name)),
    ),
  );
}

export const isWanted = (query: Listing, name: string): boolean => name in partOf({ [name]: true }, query);

/** Checks `If-Match`. */
export const expectedBy =
  ({ headers }: FastifyRequest) =>
  (version: number): void => {
    const tags = headers['if-match'];
    if (tags === undefined || tags.trim() === '*') return;
    if (!tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`))
      throw new ScimFailure(412, 'It has changed since it was read');
  };

export interface OfOne {
  Params: { id: string };
  Querystring: Listing;
}

const metaOf = ({ meta }: Resource) => meta as { version: string; location: string };

export function sendOne(
  request: FastifyRequest<OfOne>,
  reply: FastifyReply,
  resource: Resource,
  status = 200,
): FastifyReply {
  const { version: etag, location } = metaOf(resource);
  reply.header('etag', etag);
  if (request.method === 'GET' && request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (status === 201) reply.header('location', location);
  return send(reply, status, partOf(resource, request.query));
}
