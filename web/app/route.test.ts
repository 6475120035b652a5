import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Route, routeAt } from './route.ts';

const page: Route['page'] = () => assert.fail('nothing is shown');
const tab = (text: string) => ({ of: 'board', text });

const board = 'b'.repeat(16);

const routes: readonly Route[] = [
  { path: '/', page },
  { path: '/signed-in/:provider', who: 'anyone', page },
  { path: '/b/:board', page },
  { path: '/b/:board/labels', tab: tab('Labels'), page },
  { path: '/b/:board/import', tab: tab('Import'), page },
];

const found = (path: string) => routeAt(routes, path)?.route.path;

test('an address finds its row, and what stands in it by name', () => {
  assert.equal(found('/'), '/');
  assert.equal(routeAt(routes, `/b/${board}`)?.params.board, board);
  assert.equal(routeAt(routes, '/signed-in/my-provider')?.params.provider, 'my-provider');
  assert.equal(routeAt(routes, '/')?.params.board, '');
});

test('what is not an id, or continues after it, matches no route', () => {
  for (const path of ['/b/new', `/b/${board}/`, `/b/${board}/nothing`, '/signed-in/a/b', '/nowhere'])
    assert.equal(found(path), undefined, path);
});

test('tabs are the pages about the same thing, in the order of the table', () => {
  assert.deepEqual(routeAt(routes, `/b/${board}/labels`)?.tabs, [
    { href: `/b/${board}/labels`, text: 'Labels' },
    { href: `/b/${board}/import`, text: 'Import' },
  ]);
  assert.deepEqual(routeAt(routes, `/b/${board}`)?.tabs, []);
});
