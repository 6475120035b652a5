import assert from 'node:assert/strict';
import { strFromU8, unzipSync } from 'fflate';
import type { Person, TestService } from './service.ts';

/* Exports, read by code independent of the code that writes them. */

/** Requests a file; returns the raw reply. */
export const download = (service: Pick<TestService, 'raw'>, person: Pick<Person, 'token'>, path: string) =>
  service.raw(path, { headers: { authorization: `Bearer ${person.token}` } });

/** The files in a zip, by name. */
export async function filesIn(response: Response): Promise<Map<string, string>> {
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/zip');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return new Map(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]));
}

export type Line = Record<string, unknown> & { type: string };

/** The lines of a board in a native export. */
export const linesIn = (files: ReadonlyMap<string, string>, board: string): Line[] =>
  (files.get(`boards/${board}.jsonl`) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
