import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOf } from './formats.ts';

test('the format of a file is recognised by its name and its first bytes', () => {
  for (const [name, start, format] of [
    ['export.zip', 'PK\x03\x04…', 'native'],
    ['board.zip', 'PK\x03\x04…board/wekan.json…', 'wekan'],
    ['vikunja-export.zip', 'PK\x03\x04…data.json[{"id":1', 'vikunja'],
    ['board.json', '{"_format": "wekan-board-1.0.0", "title": "House"}', 'wekan'],
    ['house.json', '{"id": "5f", "name": "House"}', 'boardtool-json'],
    ['house', '\ufeff\n { "name": "House" }', 'boardtool-json'],
    ['board.json', '{"item":{"id":"1","name":"House"},"included":{}}', 'planka'],
    ['tasks.csv', '"Task Id",Reference,Project,Status\n', 'kanboard'],
    ['cards.csv', 'Title', 'csv'],
    ['cards', 'Title;List\nSow;Beds', 'csv'],
    ['notes.md', '# Notes\n', undefined],
    ['empty', '', undefined],
  ] as const)
    assert.equal(formatOf(name, start), format, name);
});
