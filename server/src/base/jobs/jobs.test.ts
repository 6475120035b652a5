import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';
import { createJobs } from './jobs.ts';

const { log } = fastify();

test('a job runs each time its seconds are over, until all are stopped', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const jobs = createJobs(log, { timers: true, now: () => 0 });
  let rounds = 0;
  jobs.every('count', 5, async () => void rounds++);
  t.mock.timers.tick(4999);
  assert.equal(rounds, 0);
  t.mock.timers.tick(1);
  assert.equal(rounds, 1);
  await jobs.stop();
  t.mock.timers.tick(60_000);
  assert.equal(rounds, 1);
});

test('a job that is due soon runs at once, but never twice at a time', async () => {
  const jobs = createJobs(log, { timers: true, now: () => 0 });
  let rounds = 0;
  let end: (() => void) | undefined;
  jobs.every('count', 60, () => {
    rounds++;
    return new Promise((resolve) => (end = resolve));
  });
  jobs.soon('count');
  jobs.soon('count');
  assert.equal(rounds, 1);
  end?.();
  await jobs.stop();
});

test('without timers a job runs when it is called, and says how it went', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const jobs = createJobs(log, { timers: false, now: () => 0 });
  let rounds = 0;
  jobs.every('count', 5, async () => void rounds++);
  jobs.every('fail', 5, () => Promise.reject(new Error('broken')));
  t.mock.timers.tick(60_000);
  jobs.soon('count');
  assert.equal(rounds, 0);
  await jobs.run('count');
  assert.equal(rounds, 1);
  await assert.rejects(jobs.run('fail'), /broken/);
  await assert.rejects(jobs.run('other'), /no job is called other/);
});

test('the service of a test indexes what was written when asked to, and not before', async () => {
  const service = await testService();
  const ada = await service.signUp('ada');
  const { lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { title: 'alder' });
  const waiting = () => service.sql('select id from search_texts where title is null');
  assert.ok((await waiting()).length > 0);
  await service.jobs.run('search');
  assert.deepEqual(await waiting(), []);
});
