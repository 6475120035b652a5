import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { addAbortSignal, type Readable } from 'node:stream';
import { largestBody } from '../../../../contract/body-size.ts';
import type { CodeDeliveryOutcome } from '../../../../contract/code-kinds.ts';
import { maskOf, type Permission } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import { second } from '../../base/clock.ts';
import { Failure, Forbidden, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Service } from '../../base/service.ts';
import { contextOf } from '../actions/hosts.ts';
import { linkDelivered, type NamingItem } from '../actions/link.ts';
import {
  cardsNumbered,
  cardsWith,
  forgetOld,
  markDelivered,
  markRefused,
  noteDelivery,
  type OfHost,
  type Receiving,
  receivingHost,
} from '../queries.ts';
import { eventOf, itemsIn } from '../reading/delivery.ts';
import type { Item } from '../reading/items.ts';
import { numbersIn, numbersInBranch } from '../reading/keys.ts';
import { isSigned, type Unproven } from '../signature.ts';

type Parts = Pick<Service, 'db' | 'clock' | 'secrets' | 'maintain' | 'changeAs'>;

export type Received = CodeDeliveryOutcome | 'repeated';

/** Cards that one delivery changes at most. */
const mostCards = 50;

/** Milliseconds within which a delivery has to arrive. */
const arrival = 30_000;

/** How often a refused delivery is noted; microseconds. Anyone can send one. */
const refusalNoted = 10 * second;

/** Takes a delivery to the address of a code host: checks its signature, then reads it, and puts what it tells on cards. */
export async function receive(
  parts: Parts,
  id: string,
  { headers, body }: { headers: IncomingHttpHeaders; body: Readable },
): Promise<Received> {
  const host = await parts.db.first(receivingHost, { id });
  if (!host) throw new NotFound();
  const delivered = { headers, body: await bytesOf(body) };
  const of = { workspaceId: host.workspaceId, hostId: host.id };
  const now = parts.clock.now();
  if (!isGenuine(parts, host, delivered, now)) {
    if ((host.lastRefusedAt ?? 0) < now - refusalNoted) {
      await parts.maintain((tx) => tx.run(markRefused, { ...of, now, before: now - refusalNoted }));
    }
    throw new Forbidden('wrong-signature');
  }
  const outcome = await take(parts, host, delivered, now);
  await parts.maintain(async (tx) => {
    await tx.run(markDelivered, { ...of, now });
    await tx.run(forgetOld, of);
  });
  return outcome;
}

async function bytesOf(body: Readable): Promise<Buffer> {
  addAbortSignal(AbortSignal.timeout(arrival), body);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > largestBody) throw new Failure(413);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isGenuine({ secrets }: Parts, host: Receiving, delivered: Unproven, now: number): boolean {
  const { kind, id, secretSealed, previousSecretSealed, previousSecretUntil } = host;
  const sealed = [secretSealed];
  if (previousSecretSealed !== null && (previousSecretUntil ?? 0) > now) sealed.push(previousSecretSealed);
  return sealed.some((each) => isSigned(kind, delivered, secrets.open(each, contextOf(id))));
}

async function take(
  parts: Parts,
  host: Receiving,
  { headers, body }: Unproven,
  now: number,
): Promise<Received> {
  const of = { workspaceId: host.workspaceId, hostId: host.id };
  const event = eventOf(host.kind, headers);
  const hash = createHash('sha256').update(body).digest('base64url');
  const note = (outcome: CodeDeliveryOutcome) => noteOnly(parts, { ...of, hash, event }, outcome);
  const found = itemsIn(host.kind, event, body, now);
  if (found === undefined) return note('unreadable');
  if (found.length === 0) return note('unused');
  const items = naming(found, host.cardPrefix);
  const cardIds = await cardsOf(parts, of, items);
  if (cardIds.length === 0) return note('unnamed');
  if (host.isGone === 1) return note('no-access');
  const used = items.filter(({ item, numbers }) => numbers.size > 0 || item.kind !== 'commit');
  return parts.changeAs(actorOf(host))((work) =>
    linkDelivered(work, { ...of, hash, event, items: used, cardIds, comments: host.tokenSealed !== null }),
  );
}

async function noteOnly(
  { maintain, clock }: Parts,
  delivery: OfHost & { hash: string; event: string },
  outcome: CodeDeliveryOutcome,
): Promise<Received> {
  const now = clock.now();
  const id = newId(now);
  const [noted] = await maintain((tx) => tx.run(noteDelivery, { ...delivery, id, outcome, cards: 0, now }));
  return noted?.id === id ? outcome : 'repeated';
}

/** The items with the cards that they name: no more than one delivery may change. */
function naming(items: readonly Item[], cardPrefix: string): NamingItem[] {
  const all = new Set<number>();
  return items.map((item) => {
    const named = [
      ...item.texts.flatMap((text) => numbersIn(text, cardPrefix)),
      ...item.branches.flatMap((name) => numbersInBranch(name, cardPrefix)),
    ];
    const numbers = new Set<number>();
    for (const number of named) {
      if (all.size >= mostCards && !all.has(number)) continue;
      all.add(number);
      numbers.add(number);
    }
    return { item, numbers };
  });
}

/** The cards that are named, and those on which the pull request or branch stands that was told of, in the order of ids. */
async function cardsOf({ db }: Parts, of: OfHost, items: readonly NamingItem[]): Promise<string[]> {
  const numbers = [...new Set(items.flatMap((each) => [...each.numbers]))].map((number) => ({ number }));
  const changing = items.filter(({ item }) => item.kind !== 'commit');
  const found = await Promise.all([
    numbers.length > 0 ? db.all(cardsNumbered, { workspaceId: of.workspaceId, numbers }) : [],
    ...changing.map(({ item: { kind, ref } }) => db.all(cardsWith, { ...of, kind, ref, limit: mostCards })),
  ]);
  return [...new Set(found.flat().map(({ id }) => id))].sort();
}

/** How a code host changes cards. */
const rights = ['board:view', 'card:view', 'card:edit'] as const satisfies Permission[];

/** Who connected the host, through it: histories name it where they name an API key. */
const actorOf = (host: Receiving): Actor => ({
  userId: host.createdBy,
  email: host.email,
  name: host.userName,
  timeZone: host.timeZone,
  mask: maskOf(rights),
  workspaceId: host.workspaceId,
  openBoards: null,
  limited: true,
  credential: { kind: 'session', id: '', lastUsedAt: 0 },
  codeHost: { id: host.id, name: host.name },
  ...(host.isBot === 1 ? { isBot: true } : {}),
});
