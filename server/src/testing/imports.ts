import assert from 'node:assert/strict';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import type { UploadFormat } from '../../../contract/imports.ts';
import type { Person, TestService } from './service.ts';

/* Imports of files, and their results. */

type Service = Pick<TestService, 'raw' | 'jobs' | 'sql' | 'config'>;

/** A file to import, and its target. */
export interface SentFile {
  workspacePublicId: string;
  format: UploadFormat;
  content: string | Uint8Array;
  /** The board that gets its lists. */
  boardPublicId?: string;
  /** The board to import, if the file has several. */
  board?: string;
  /** For tables: the name of the board, and what columns become. */
  name?: string;
  mapping?: string;
}

/** Sends a file; returns the import once it has ended. */
export async function importFile(service: Service, person: Person, { content, ...query }: SentFile) {
  const reply = await service.raw(addressOf(api.imports.upload, {}, query), {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(content),
  });
  assert.equal(reply.status, 200);
  const { importPublicId } = (await reply.json()) as { importPublicId: string };
  await service.jobs.run('imports');
  return person.call(api.imports.get, { params: { importPublicId } });
}

/** All cards of a board as `list: title`, in order, with archived ones in brackets. */
export async function outlineOf(service: Service, board: string): Promise<string[]> {
  const rows = await service.sql<
    Record<'list' | 'title', string> & Record<'listAt' | 'cardAt', number | null>
  >(
    `select l.name as list, l.archived_at as "listAt", c.title as title, c.archived_at as "cardAt"
    from cards c join lists l on l.id = c.list_id where c.board_id = '${board}' order by l.position, c.position`,
  );
  const shown = (name: string, archivedAt: number | null) => (archivedAt === null ? name : `[${name}]`);
  return rows.map(({ list, listAt, title, cardAt }) => `${shown(list, listAt)}: ${shown(title, cardAt)}`);
}

/** When the cards of a board were completed, by their titles. */
export async function completionsOf(
  service: Pick<Service, 'sql'>,
  board: string,
): Promise<Record<string, string | null>> {
  const rows = await service.sql<{ title: string; at: number | null }>(
    `select title, completed_at as at from cards where board_id = '${board}'`,
  );
  const shown = (at: number | null) => (at === null ? null : new Date(Number(at) / 1000).toISOString());
  return Object.fromEntries(rows.map(({ title, at }) => [title, shown(at)]));
}

/** Finds a card of a board by its title. */
export async function cardOf(service: Service, person: Person, board: string, title: string) {
  const [row] = await service.sql<{ id: string }>(
    `select id from cards where board_id = '${board}' and title = '${title}'`,
  );
  assert.ok(row, `there is no card ${title}`);
  return person.call(api.cards.get, { params: { cardPublicId: row.id } });
}

/** The fields of a card that came after its shape was fixed. */
export async function workOf(service: Service, person: Person, board: string, title: string) {
  const { publicId: cardPublicId } = await cardOf(service, person, board, title);
  const { work } = await person.call(api.cards.get, {
    params: { cardPublicId },
    query: { include: ['work'] },
  });
  assert.ok(work);
  return work;
}

/** The values of a card by the names of their fields; options by name. */
export async function valuesOn(service: Service, person: Person, boardPublicId: string, title: string) {
  const { fields } = await workOf(service, person, boardPublicId, title);
  const known = await person.call(api.fields.list, { params: { boardPublicId } });
  const names = new Map(known.flatMap(({ options }) => options.map((each) => [each.publicId, each.name])));
  return Object.fromEntries(fields.map(({ name, value }) => [name, names.get(String(value)) ?? value]));
}

/** Names, authors and content of the files on a card. */
export const filesOn = (
  service: Service,
  { attachments }: Awaited<ReturnType<typeof cardOf>>,
): Promise<{ name: string; contentType: string; bytes: Buffer }[]> =>
  Promise.all(
    attachments.map(async ({ originalFilename, contentType, url }) => {
      const reply = await fetch(new URL(url, service.config.publicUrl));
      assert.equal(reply.status, 200);
      return { name: originalFilename, contentType, bytes: Buffer.from(await reply.arrayBuffer()) };
    }),
  );
