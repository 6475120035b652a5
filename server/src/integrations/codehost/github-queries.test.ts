import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, validate } from 'graphql';
import { maxNodes, nodesOf, schema } from '../../testing/github.ts';
import * as queries from './github-queries.ts';

const all = Object.entries(queries);

test('every query fits the schema that GitHub publishes', () => {
  assert.ok(all.length > 12);
  for (const [name, query] of all) assert.deepEqual(validate(schema, parse(query)), [], name);
});

test('no query asks for more nodes than GitHub allows, or for a page of more than a hundred', () => {
  for (const [name, query] of all) {
    assert.ok(nodesOf(parse(query), { first: 100 }) <= maxNodes / 10, name);
    for (const [, size] of query.matchAll(/first: (\d+)/g)) assert.ok(Number(size) <= 100, name);
  }
});

test('what is asked for at once is counted as GitHub counts', () => {
  const query = `query { viewer {
    repositories(first: 50) {
      nodes {
        pullRequests(first: 20) { nodes { comments(first: 10) { nodes { id } } } }
        issues(first: 20) { totalCount nodes { ... on Issue { comments(first: 10) { nodes { id } } } } }
      }
    }
    followers(first: 10) { nodes { login } }
  } }`;
  assert.equal(nodesOf(parse(query), {}), 22_060);
});
