import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { readConfig } from '../server/src/base/config/config.ts';
import { serveTaskboard } from '../server/src/testing/taskboard.ts';
import { freePort } from './postgres.ts';
import { knownSettings } from './settings.ts';

/* The deployment files match the code: setting names, defaults, and the syntax that other programs accept. */

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'taskboard-deploy-'));
after(() => rmSync(folder, { recursive: true }));

const isOfProvider = (name: string): boolean => name.startsWith('OIDC_');

test('the settings file has every setting with its default, and no other', () => {
  const lines = read('deploy/taskboard.env').split('\n');
  const defaults = lines.flatMap((line) => {
    const [, name, value] = /^#([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value: value ?? '' }];
  });
  const names = defaults.map(({ name }) => name);
  assert.deepEqual(names.filter((name) => !isOfProvider(name)).sort(), knownSettings());
  for (const { name, value } of defaults) {
    assert.deepEqual(readConfig({ [name]: value }), readConfig({}), `${name}=${value} is the default`);
  }
  assert.deepEqual(
    lines.filter((line) => line !== '' && !line.startsWith('#')),
    [],
    'a copy of it changes nothing',
  );
});

test('README lists every setting', () => {
  const [, table = ''] = read('README.md').split('## Settings');
  const listed = [...(table.split('\n## ')[0] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    knownSettings().filter((name) => !listed.includes(name)),
    [],
  );
});

interface Service {
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  ports?: string[];
  cap_drop?: string[];
}

test('compose.yaml has known settings, declared volumes and a database with a health check', () => {
  const file = read('compose.yaml').replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, _name, how, text) =>
    how === '-' ? text : 'secret',
  );
  const compose = parse(file) as { services: Record<string, Service>; volumes: Record<string, null> };
  const { taskboard, database } = compose.services;
  const settings = taskboard?.environment ?? {};
  const known = knownSettings();
  assert.deepEqual(
    Object.keys(settings).filter((name) => !known.includes(name)),
    [],
  );
  const config = readConfig(settings);
  assert.equal(config.databaseUrl, 'postgres://taskboard:secret@database/taskboard');
  assert.equal(config.trustProxy, 'uniquelocal');
  for (const [name, service] of Object.entries(compose.services)) {
    for (const volume of service.volumes ?? []) {
      assert.ok(String(volume.split(':')[0]) in compose.volumes, `${name} has the volume ${volume}`);
    }
  }
  assert.equal(taskboard?.depends_on?.database?.condition, 'service_healthy');
  assert.ok(database?.healthcheck);
  assert.equal(database.ports, undefined, 'no one else reaches the database');
  assert.match(taskboard?.ports?.[0] ?? '', /^127\.0\.0\.1:/);
  const port = /EXPOSE (\d+)/.exec(read('Dockerfile'))?.[1];
  assert.equal(taskboard?.ports?.[0]?.split(':')[2], port);
  assert.match(read('Dockerfile'), /DATA_DIR=\/data\b/);
  assert.ok(taskboard?.volumes?.includes('data:/data'));
});

test('the unit for systemd is one that systemd takes, and starts the service as npm does', (t) => {
  const unit = read('deploy/taskboard.service');
  const start = /^ExecStart=\/opt\/taskboard\/node_modules\/\.bin\/(.*)$/m.exec(unit)?.[1];
  assert.equal(start, (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start);
  const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  assert.ok(stop > readConfig({}).shutdownTimeout + 10);
  if (!found('systemd-analyze')) return t.skip('SYSTEMD-ANALYZE IS MISSING: the unit was read, not verified');
  const here = join(folder, 'taskboard.service');
  writeFileSync(here, unit.replaceAll('/opt/taskboard', root));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', here], { encoding: 'utf8' });
  // It also reads other units of the machine: only messages about our unit count.
  assert.doesNotMatch(stderr, /taskboard/);
  assert.equal(status, 0, stderr);
});

/** The path of an installed program, including those that only root has in its PATH. */
function found(program: string): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return places.map((place) => join(place, program)).find((path) => existsSync(path));
}

const get = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { headers, rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });

/** Repeats `request` until the proxy listens. */
async function reply(url: string, headers: Record<string, string> = {}): Promise<number> {
  for (let tries = 0; ; tries++) {
    try {
      return await get(url, headers);
    } catch (error) {
      if (tries === 300) throw error;
      await sleep(100);
    }
  }
}

/** A service configured as documented for a proxy on the same machine. */
async function serve(t: TestContext): Promise<string> {
  const service = await serveTaskboard({ DATA_DIR: join(folder, t.name), TRUST_PROXY: 'loopback' });
  t.after(() => service.process.kill('SIGKILL'));
  return service.address.replace('http://', '');
}

async function start(t: TestContext, program: string, args: string[], env = process.env): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  t.after(async () => {
    if (child.exitCode !== null) return t.diagnostic(errors);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
}

test('nginx takes its file, hands requests on, and metrics stay closed behind it', async (t) => {
  const nginx = found('nginx');
  if (!nginx || !found('openssl')) return t.skip('NGINX IS MISSING: deploy/nginx.conf was not tried');
  const [tls, plain] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-x509', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=tasks.example.com', '-days', '1'];
  execFileSync('openssl', ['req', ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const site = read('deploy/nginx.conf')
    .replaceAll('127.0.0.1:3000', await serve(t))
    .replace(/^\s*listen \[::\].*\n/gm, '')
    .replace('listen 443', `listen 127.0.0.1:${tls}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace(/\/etc\/letsencrypt\/\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\/\S+privkey\.pem/, key);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx-${name};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
     http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  const tested = spawnSync(nginx, ['-t', '-c', file], { encoding: 'utf8' });
  assert.equal(tested.status, 0, tested.stderr);
  await start(t, nginx, ['-c', file, '-g', 'daemon off;']);
  const headers = { host: 'tasks.example.com' };
  assert.equal(await reply(`https://127.0.0.1:${tls}/api/v1/health`, headers), 200);
  // Only accessible from this machine: the service uses the address that the proxy forwards.
  assert.equal(
    await reply(`https://127.0.0.1:${tls}/metrics`, { ...headers, 'x-forwarded-for': '192.0.2.1' }),
    403,
  );
  assert.equal((await fetch(`http://127.0.0.1:${plain}/x`, { headers, redirect: 'manual' })).status, 301);
});

test('Caddy takes its file, hands requests on, and metrics stay closed behind it', async (t) => {
  const caddy = found('caddy');
  if (!caddy) return t.skip('CADDY IS MISSING: deploy/Caddyfile was not tried');
  const [tls, plain] = [await freePort(), await freePort()];
  const site = read('deploy/Caddyfile')
    .replaceAll('127.0.0.1:3000', await serve(t))
    .replace('tasks.example.com {', `localhost:${tls} {\n\ttls internal`);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\thttp_port ${plain}\n\tskip_install_trust\n}\n${site}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const asWritten = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')];
  const tested = spawnSync(caddy, asWritten, { encoding: 'utf8', env });
  assert.equal(tested.status, 0, tested.stderr);
  await start(t, caddy, ['run', '--adapter', 'caddyfile', '--config', file], env);
  assert.equal(await reply(`https://localhost:${tls}/api/v1/health`), 200);
  assert.equal(await reply(`https://localhost:${tls}/metrics`), 403);
});
