import assert from 'node:assert/strict';
import { test } from 'node:test';
import SwaggerParser from '@apidevtools/swagger-parser';
import { operations } from '../../../contract/api.ts';
import { exampleOf } from '../../../contract/example.ts';
import { version } from '../base/config/version.ts';
import { documentCheck } from '../testing/document.ts';
import { testService } from '../testing/service.ts';

const service = await testService();

interface Documented {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  responses: Record<string, unknown>;
}

interface Document {
  openapi: string;
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Documented>>;
}

const document = (await (await service.raw('/openapi.json')).json()) as Document;

const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

test('the document is valid OpenAPI 3.0.3, version 1.0.0', async () => {
  assert.equal(document.openapi, '3.0.3');
  assert.equal(document.info.version, '1.0.0');
  await SwaggerParser.validate(structuredClone(document) as never);
});

test('every operation says what it is', () => {
  assert.equal(documented.length, operations.length);
  assert.equal(new Set(documented.map(({ operation }) => operation.operationId)).size, documented.length);
  for (const { operation } of documented) {
    assert.ok(operation.summary.length > 5, operation.operationId);
    assert.ok(operation.description.length > 5, operation.operationId);
    assert.equal(operation.tags.length, 1);
  }
  for (const { name, description } of document.tags) assert.notEqual(description, name);
});

test('the examples of requests and replies are what the schemas say', () => {
  const validate = documentCheck(document);
  for (const operation of operations) {
    if (operation.body && !operation.consumes) validate.checkBody(operation, exampleOf(operation.body));
    if (!operation.produces) validate.check(operation, 200, 'application/json', exampleOf(operation.reply));
  }
});

test('every operation of the document is on the server', () => {
  for (const { method, path } of operations) {
    const url = `/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`;
    assert.ok(service.http.hasRoute({ method, url }), `${method} ${path}`);
  }
});

/** The specification's table of operations, with the error statuses of each. */
const specified: [string, string, string, number[]][] = [
  ['E1', 'GET', '/users/me', [401, 403, 500]],
  ['E2', 'GET', '/cards/{cardPublicId}', [400, 401, 403, 404, 500]],
  ['E3', 'GET', '/cards/{cardPublicId}/activities', [400, 401, 403, 404, 500]],
  ['E4', 'POST', '/cards/{cardPublicId}/duplicate', [400, 401, 403, 500]],
  ['E5', 'POST', '/cards/{cardPublicId}/checklists', [400, 401, 403, 500]],
  ['E6', 'PATCH', '/checklists/items/{checklistItemPublicId}', [400, 401, 403, 404, 500]],
  ['E7', 'POST', '/cards/{cardPublicId}/comments', [400, 401, 403, 500]],
  ['E8', 'DELETE', '/cards/{cardPublicId}/comments/{commentPublicId}', [400, 401, 403, 404, 500]],
  ['E9', 'PUT', '/cards/{cardPublicId}/members/{workspaceMemberPublicId}', [400, 401, 403, 404, 500]],
  ['E10', 'POST', '/cards/{cardPublicId}/attachments/confirm', [400, 401, 403, 500]],
  ['E11', 'GET', '/workspaces/{workspacePublicId}/boards', [400, 401, 403, 404, 500]],
  [
    'E12',
    'GET',
    '/workspaces/{workspacePublicId}/roles/{rolePublicId}/permissions',
    [400, 401, 403, 404, 500],
  ],
  ['E13', 'GET', '/workspaces/{workspacePublicId}/roles/permissions', [400, 401, 403, 404, 500]],
  [
    'E14',
    'POST',
    '/workspaces/{workspacePublicId}/members/{memberPublicId}/permissions/reset',
    [400, 401, 403, 500],
  ],
  ['E15', 'DELETE', '/workspaces/{workspacePublicId}/invites', [400, 401, 403, 404, 500]],
  ['E16', 'GET', '/workspaces/{workspacePublicId}/webhooks', [400, 401, 403, 404, 500]],
  ['E17', 'POST', '/workspaces/{workspacePublicId}/webhooks/{webhookPublicId}/test', [400, 401, 403, 500]],
  ['E18', 'POST', '/imports/codehost/projects', [400, 401, 403, 500]],
  ['E19', 'GET', '/integrations/boardtool/boards', [401, 403, 500]],
];

for (const [name, method, path, errors] of specified) {
  test(`${name} is documented with the specification's path and statuses`, () => {
    const found = documented.find((each) => each.method === method && each.path === path);
    assert.ok(found, `${method} ${path}`);
    // 304 is not an error: a client that sends `If-None-Match` already has the content.
    const statuses = Object.keys(found.operation.responses)
      .map(Number)
      .filter((status) => status !== 304);
    assert.deepEqual(statuses, [200, ...errors]);
  });
}

test('the files of the page are sent packed to who takes that, and once to who keeps them', async () => {
  for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/api/v1/openapi.json']) {
    const ask = (headers: Record<string, string>) => fetch(service.address + path, { headers });
    const plain = await ask({ 'accept-encoding': 'gzip;q=0, br' });
    const packed = await ask({ 'accept-encoding': 'br, gzip' });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(packed.headers.get('content-encoding'), 'gzip');
    assert.match(packed.headers.get('vary') ?? '', /accept-encoding/);
    assert.ok(Number(packed.headers.get('content-length')) < Number(plain.headers.get('content-length')));
    assert.equal(await packed.text(), await plain.text());
    const tags = [plain, packed].map(({ headers }) => headers.get('etag') ?? '');
    assert.notEqual(tags[0], tags[1]);
    for (const known of [tags[1] ?? '', `"x", W/${tags[1]}`, '*']) {
      const again = await ask({ 'accept-encoding': 'gzip', 'if-none-match': known });
      assert.deepEqual([again.status, await again.text()], [304, '']);
    }
    assert.equal((await ask({ 'accept-encoding': 'gzip', 'if-none-match': tags[0] ?? '' })).status, 200);
    assert.equal((await fetch(service.address + path, { method: 'HEAD' })).status, 200);
  }
});

test('the page needs nothing from elsewhere', async () => {
  const page = await fetch(`${service.address}/docs`);
  assert.equal(page.status, 200);
  const html = await page.text();
  assert.doesNotMatch(html, /https?:/);
  assert.match(
    html,
    new RegExp(`Taskboard ${version.replaceAll('.', '\\.')}, with version 1\\.0\\.0 of its API`),
  );
  for (const [, file] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
    assert.equal((await fetch(service.address + file)).status, 200, file);
  }
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
});
