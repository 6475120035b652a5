import type { cards } from '../../../contract/cards.ts';
import type { FieldOfCard } from '../../../contract/field-shapes.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { downloadAddress } from '../base/access/file-address.ts';
import type { Located } from '../base/access/locate.ts';
import { datesOf, showIn } from '../base/card-fields.ts';
import { viewerOf } from '../base/changes/activity.ts';
import { version } from '../base/config/version.ts';
import type { Reading } from '../base/db/database.ts';
import { NotFound } from '../base/errors.ts';
import { Json, Tagged } from '../base/http/bind.ts';
import { tagOfText } from '../base/http/etag.ts';
import { JsonStream } from '../base/http/json-stream.ts';
import type { Turns } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { checklistPieces } from '../data/checklists/fragments.ts';
import { factsFrom } from '../data/relations/fragments.ts';
import { cut } from '../reading/slices.ts';
import { activitiesBetween, type CardAsked, type CardRead, cardRead, newestSizes } from './queries.ts';

/*
 * The reply is assembled as text from the database's JSON: parsing and serializing it again costs a third more. A card with
 * more children than one read allows is streamed in pieces.
 *
 * A read takes three statements, whatever is on the card: the credential, `locate()`, and one that builds the JSON. The tag
 * of a usual card is a hash of the reply. A change with `If-Match` locks the card, reads it in the same way and compares the
 * tags. If the checklists and activities exceed 256 kB, they are left out of that statement and read in slices while they
 * are sent.
 */

type CardReply = ReplyOf<typeof cards.get>;

/** The sources that cards are read from. */
export interface Sources {
  service: Service;
  db: Reading;
  turns: Turns;
}

/** Reads a card as its reader may see it (E2). */
export async function readCard(
  { service, db, turns }: Sources,
  found: Located<'card'>,
  userId: string,
  withWorkspaceMembers: boolean,
  withWork: boolean,
): Promise<Json<CardReply> | Tagged<CardReply>> {
  const p = ofCard(found, withWorkspaceMembers, withWork);
  const card = await read(db, p);
  const around = aroundOf(service, card, userId, withWork);
  const whole = wholeOf(card, around);
  if (whole !== undefined) return new Json(whole);
  return new Tagged(
    tagOfHeavy(card, p, around),
    async () => new JsonStream(pieces({ db, turns }, p, card, around)),
  );
}

/** The current tag of a card, with the members of its workspace or without. */
export async function tagOfCard(
  service: Service,
  db: Reading,
  found: Located<'card'>,
  userId: string,
  withWorkspaceMembers: boolean,
  withWork: boolean,
): Promise<string> {
  const p = ofCard(found, withWorkspaceMembers, withWork);
  const card = await read(db, p);
  const around = aroundOf(service, card, userId, withWork);
  const whole = wholeOf(card, around);
  return whole === undefined ? tagOfHeavy(card, p, around) : tagOfText(whole);
}

const ofCard = (found: Located<'card'>, withWorkspaceMembers: boolean, withWork: boolean): CardAsked => ({
  workspaceId: found.workspaceId,
  id: found.id,
  ...viewerOf(found),
  withWorkspaceMembers,
  withWork,
});

async function read(db: Reading, p: CardAsked): Promise<CardRead> {
  const card = await db.first(cardRead, p);
  if (!card) throw new NotFound();
  return card;
}

/** The JSON of a card before its checklists, and between those and its activities. */
interface Around {
  before: string;
  between: string;
}

const shown = showIn('card');

const work = showIn('work');

const workOf = (card: CardRead) => ({
  ...work(card),
  completedBy: card.completedBy,
  ...datesOf(card),
  fields: JSON.parse(card.fieldsWithNames ?? '[]') as FieldOfCard[],
  ...factsFrom(card.relations),
});

function aroundOf(service: Service, card: CardRead, userId: string, withWork: boolean): Around {
  const scalars = JSON.stringify({
    publicId: card.id,
    ...shown(card),
    cardNumber: card.number,
    index: card.index,
    createdBy: card.createdBy,
    ...(withWork ? { work: workOf(card) } : {}),
  });
  const attachments = card.attachments === '[]' ? '[]' : withAddresses(service, card.attachments, userId);
  return {
    before: `${scalars.slice(0, -1)},"labels":${card.labels},"attachments":${attachments},"checklists":`,
    between: `,"list":${card.list},"members":${card.members},"activities":`,
  };
}

/** A card as one text; undefined if it is heavy. */
const wholeOf = ({ checklists, activities }: CardRead, { before, between }: Around): string | undefined =>
  checklists === null || activities === null ? undefined : `${before}${checklists}${between}${activities}}`;

/**
 * The tag of a heavy card. Its checklists and activities are not read for the tag; instead it contains the board's version and
 * the people named by the activities. So `If-Match` also fails when something else on the board has changed.
 */
const tagOfHeavy = (
  { versions, people, checklistNames }: CardRead,
  p: CardAsked,
  { before, between }: Around,
): string => tagOfText(JSON.stringify([version, versions, people, checklistNames, p]) + before + between);

async function* pieces(
  { db, turns }: Pick<Sources, 'db' | 'turns'>,
  p: CardAsked,
  { checklistNames }: CardRead,
  { before, between }: Around,
): AsyncGenerator<string, void> {
  yield before;
  const names = JSON.parse(checklistNames ?? '[]') as { id: string; name: string }[];
  const checklists = names.map(({ id, name }) => ({ id, name: JSON.stringify(name) }));
  yield* checklistPieces(db, turns, p.workspaceId, checklists, p.withWork ? p : undefined);
  yield `${between}[`;
  const sizes = await turns(() => db.all(newestSizes, p));
  let isFirst = true;
  for (const span of cut(sizes, { rows: sizes.length, bytes: slice })) {
    const [from = 0, to = from] = [span[0]?.at, span.at(-1)?.at];
    const part = await turns(() => db.first(activitiesBetween, { ...p, from, to }));
    const json = part?.json.slice(1, -1) ?? '';
    if (json === '') continue;
    yield isFirst ? json : `,${json}`;
    isFirst = false;
  }
  yield ']}';
}

/** Max bytes of activities in one read. */
const slice = 128 * 1024;

function withAddresses(service: Service, attachments: string, userId: string): string {
  const parsed = JSON.parse(attachments) as { publicId: string }[];
  return JSON.stringify(
    parsed.map((attachment) => ({
      ...attachment,
      url: downloadAddress(service, attachment.publicId, userId),
    })),
  );
}
