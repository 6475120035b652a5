import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../../../contract/api.ts';
import { errors } from '../../../../contract/errors.ts';
import { sentenceOf } from '../../../../contract/issue-sentence.ts';
import { issueTexts } from '../../../../contract/issue-texts.ts';
import { type Issue, issueCodes } from '../../../../contract/issues.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const card = await makeCard(ada, nth(made.lists, 0));

interface Refused {
  status: number;
  code: string;
  message: string;
  issues: Partial<Issue>[];
}

async function refusalOf(
  method: string,
  path: string,
  { body, prefer }: { body?: string | undefined; prefer?: string } = {},
): Promise<Refused> {
  const reply = await service.raw(path, {
    method,
    headers: {
      authorization: `Bearer ${ada.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(prefer === undefined ? {} : { prefer }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: reply.status, ...((await reply.json()) as Omit<Refused, 'status'>) };
}

function assertCoded(issue: Partial<Issue>): void {
  const { message, code, values } = issue;
  assert.deepEqual(Object.keys(issue), ['message', 'code', 'values']);
  assert.ok(code && issueCodes.includes(code), message);
  assert.equal(sentenceOf(issueTexts[code], values ?? {}), message);
}

const takesInput = ({ path, body }: Operation) => path.includes('{') || body !== undefined;

test('every operation words its issues the same with codes and without, and shows codes only if asked', async () => {
  const issuesBy = new Map<string, number>();
  for (const operation of operations.filter(takesInput)) {
    const { id, method } = operation;
    const path = operation.path.replace(/\{\w+\}/g, 'x');
    const body = operation.body ? '[]' : undefined;
    const plain = await refusalOf(method, path, { body });
    const coded = await refusalOf(method, path, { body, prefer: 'issue-codes' });
    assert.deepEqual(
      { ...coded, issues: coded.issues.map(({ message }) => ({ message })) },
      plain,
      `${id}: the specification has issues of messages alone`,
    );
    for (const issue of coded.issues) assertCoded(issue);
    issuesBy.set(id, coded.issues.length);
  }
  const without = [...issuesBy].filter(([, count]) => count === 0).map(([id]) => id);
  assert.ok(without.length < issuesBy.size / 10, `no issues were seen of ${without.join(', ')}`);
});

test('the values of an issue name the field and the bound', async () => {
  const coded = async (method: string, path: string, body?: object) => {
    const given = { prefer: 'issue-codes', body: body && JSON.stringify(body) };
    const { issues } = await refusalOf(method, path, given);
    for (const issue of issues) assertCoded(issue);
    return issues.map(({ code, values }) => [code, values]);
  };
  assert.deepEqual(await coded('POST', `/cards/${card}/comments`, {}), [
    ['required', { field: 'body', missing: 'comment' }],
  ]);
  assert.deepEqual(await coded('PATCH', `/cards/${card}`, { title: 'x'.repeat(2001) }), [
    ['too-long', { field: 'body/title', max: 2000 }],
  ]);
  assert.deepEqual(await coded('GET', `/cards/${card}/activities?limit=0`), [
    ['too-small', { field: 'query/limit', min: 1 }],
  ]);
  const operation = { type: 'label', cardPublicId: card, labelPublicId: '0123456789abcdef' };
  assert.deepEqual(await coded('POST', '/cards/bulk', { operations: [operation] }), [
    ['unknown-label-of-card', { field: 'body/operations/0/labelPublicId' }],
  ]);
  assert.deepEqual(await coded('PATCH', `/cards/${card}`, { listPublicId: '0123456789abcdef' }), [
    ['unknown-list', { field: 'body/listPublicId' }],
  ]);
});

test('codes are asked for as any other preference is', async () => {
  const keysFor = async (prefer: string) =>
    Object.keys((await refusalOf('GET', '/cards/short', { prefer })).issues[0] ?? {});
  for (const prefer of ['issue-codes', 'Issue-Codes', 'wait=1, issue-codes', 'issue-codes; x=1'])
    assert.deepEqual(await keysFor(prefer), ['message', 'code', 'values'], prefer);
  for (const prefer of ['', 'wait=1', 'issue-codesx', 'x=issue-codes', ';issue-codes', ',,'])
    assert.deepEqual(await keysFor(prefer), ['message'], prefer);
});

test('an error without issues is the same, whatever is preferred', async () => {
  const missing = await refusalOf('GET', '/cards/0123456789abcdef', { prefer: 'issue-codes' });
  assert.deepEqual(missing, { status: 404, ...errors[404], issues: [] });
});
