import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../server/src/base/config/config.ts';
import { serveTaskboard } from '../server/src/testing/taskboard.ts';
import { knownSettings } from './settings.ts';

/* The manifests match the code and the image, and hold what a cluster with the "restricted" standard of pods demands. */

const root = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const [, user] = /^USER (\d+):\d+$/m.exec(dockerfile) ?? [];
const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
const [, dataDir] = /DATA_DIR=(\S+)/.exec(dockerfile) ?? [];

const folder = mkdtempSync(join(tmpdir(), 'taskboard-kubernetes-'));
const service = await serveTaskboard({ DATA_DIR: folder });
after(() => {
  service.process.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold?: number;
}

interface Container {
  name: string;
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  securityContext: {
    allowPrivilegeEscalation: boolean;
    readOnlyRootFilesystem: boolean;
    capabilities: { drop: string[] };
  };
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  volumeMounts: { name: string; mountPath: string }[];
}

interface PodSpec {
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds: number;
  securityContext: {
    runAsNonRoot: boolean;
    runAsUser: number;
    fsGroup: number;
    seccompProfile: { type: string };
  };
  containers: [Container];
  volumes: { name: string; persistentVolumeClaim?: { claimName: string }; emptyDir?: object }[];
}

interface Deployment {
  spec: {
    replicas: number;
    strategy: { type: string; rollingUpdate?: { maxUnavailable: number } };
    selector: { matchLabels: Record<string, string> };
    template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
  };
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

/** The objects of a file, by kind. */
function manifestsOf(file: string): Map<string, Manifest> {
  const documents = parseAllDocuments(readFileSync(join(root, 'deploy/kubernetes', file), 'utf8'), {
    uniqueKeys: true,
  });
  assert.deepEqual(
    documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]),
    [],
  );
  const all = documents.map((document) => document.toJS() as Manifest);
  assert.equal(new Set(all.map(({ kind }) => kind)).size, all.length, 'one object of each kind');
  return new Map(all.map((each) => [each.kind, each]));
}

const get = <T>(all: Map<string, Manifest>, kind: string): T => {
  assert.ok(all.has(kind), kind);
  return all.get(kind) as T;
};

/** The environment of the container: all that it takes from the objects that it names. */
function environmentOf(all: Map<string, Manifest>): Record<string, string> {
  const { envFrom } = podOf(all).containers[0];
  const texts = envFrom.map(({ configMapRef, secretRef }) => {
    const [kind, name] = configMapRef ? ['ConfigMap', configMapRef.name] : ['Secret', secretRef?.name];
    const { metadata, data, stringData } = get<Manifest>(all, String(kind));
    assert.equal(metadata.name, name);
    return data ?? stringData;
  });
  return Object.assign({}, ...texts) as Record<string, string>;
}

const podOf = (all: Map<string, Manifest>): PodSpec => get<Deployment>(all, 'Deployment').spec.template.spec;

/** Variables that Kubernetes adds to each container, whatever the manifest says. */
const added = {
  HOSTNAME: 'taskboard-6d4cf56db6-x7z2p',
  KUBERNETES_SERVICE_HOST: '10.96.0.1',
  KUBERNETES_SERVICE_PORT: '443',
  KUBERNETES_SERVICE_PORT_HTTPS: '443',
  KUBERNETES_PORT: 'tcp://10.96.0.1:443',
  KUBERNETES_PORT_443_TCP: 'tcp://10.96.0.1:443',
  KUBERNETES_PORT_443_TCP_PROTO: 'tcp',
  KUBERNETES_PORT_443_TCP_PORT: '443',
  KUBERNETES_PORT_443_TCP_ADDR: '10.96.0.1',
};

/** What the operator has to put in. */
const ownKey = { SECRET_KEY: 'x'.repeat(32) };

for (const file of ['one.yaml', 'several.yaml']) {
  const all = manifestsOf(file);
  const pod = podOf(all);
  const [container] = pod.containers;

  test(`${file} has settings that the service reads, with values that it takes`, () => {
    const settings = environmentOf(all);
    const known = knownSettings();
    const [, table = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## Settings');
    for (const [name, value] of Object.entries(settings)) {
      assert.equal(typeof value, 'string', `Kubernetes takes only text for ${name}`);
      assert.ok(known.includes(name), name);
      assert.match(table, new RegExp(`\`${name}\``), `README has ${name}`);
    }
    const isKeyed = 'SECRET_KEY' in settings;
    if (isKeyed) assert.throws(() => readConfig(settings), /SECRET_KEY/, 'not with the key of the example');
    const config = readConfig({ ...added, ...settings, ...(isKeyed ? ownKey : {}) });
    assert.equal(pod.enableServiceLinks, false, 'variables of other services could look like settings');
    assert.equal(config.trustProxy, 'uniquelocal');
    const grace = config.shutdownTimeout + 10;
    assert.ok(pod.terminationGracePeriodSeconds > grace, 'it may end what it has begun');
  });

  test(`${file} asks addresses that there are, on the port of the image`, async () => {
    assert.deepEqual(container.ports, [{ name: 'http', containerPort: Number(port) }]);
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      assert.equal(probe.httpGet.port, 'http');
      assert.equal((await fetch(service.address + probe.httpGet.path)).status, 200, probe.httpGet.path);
    }
    assert.equal(container.readinessProbe.httpGet.path, '/readyz');
    assert.equal(
      container.livenessProbe.httpGet.path,
      '/livez',
      'a database that is away is no reason to end it',
    );
    const { periodSeconds, failureThreshold = 3 } = container.startupProbe;
    assert.ok(periodSeconds * failureThreshold >= 1800, 'an update of the database may take a while');
  });

  test(`${file} runs as the user of the image, with no rights and nothing to write but its volumes`, () => {
    assert.equal(pod.automountServiceAccountToken, false);
    assert.deepEqual(
      [pod.securityContext.runAsNonRoot, pod.securityContext.runAsUser, pod.securityContext.fsGroup],
      [true, Number(user), Number(user)],
    );
    assert.equal(pod.securityContext.seccompProfile.type, 'RuntimeDefault');
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.ok(container.resources.requests.memory && container.resources.limits.memory);
    const names = pod.volumes.map(({ name }) => name);
    assert.deepEqual(
      container.volumeMounts.map(({ name, mountPath }) => [name, mountPath]),
      [
        ['data', dataDir],
        ['tmp', '/tmp'],
      ],
    );
    for (const { name } of container.volumeMounts) assert.ok(names.includes(name), name);
  });

  test(`${file} leads to its pods`, () => {
    const { selector, template } = get<Deployment>(all, 'Deployment').spec;
    assert.deepEqual(selector.matchLabels, template.metadata.labels);
    const { spec } = get<{ spec: { selector: object; ports: { name: string; targetPort: string }[] } }>(
      all,
      'Service',
    );
    assert.deepEqual(spec.selector, template.metadata.labels);
    assert.deepEqual(
      spec.ports.map(({ name, targetPort }) => [name, targetPort]),
      [['http', 'http']],
    );
    const { rules } = get<{ spec: { rules: { host: string }[] } }>(all, 'Ingress').spec;
    const { PUBLIC_URL = '' } = environmentOf(all);
    assert.deepEqual(
      rules.map(({ host }) => host),
      [new URL(PUBLIC_URL).hostname],
    );
  });
}

test('on the embedded database there is one node, with a disk that no other one has at the same time', () => {
  const all = manifestsOf('one.yaml');
  const { replicas, strategy } = get<Deployment>(all, 'Deployment').spec;
  assert.deepEqual([replicas, strategy.type], [1, 'Recreate']);
  const config = readConfig(environmentOf(all));
  assert.equal(config.databaseUrl, undefined);
  const claim = get<Manifest & { spec: { accessModes: string[] } }>(all, 'PersistentVolumeClaim');
  assert.deepEqual(claim.spec.accessModes, ['ReadWriteOnce']);
  const [data] = podOf(all).volumes;
  assert.equal(data?.persistentVolumeClaim?.claimName, claim.metadata.name);
});

test('several nodes share a database, a key and a store, and are replaced one by one', () => {
  const all = manifestsOf('several.yaml');
  const { replicas, strategy } = get<Deployment>(all, 'Deployment').spec;
  assert.ok(replicas > 1);
  assert.deepEqual([strategy.type, strategy.rollingUpdate?.maxUnavailable], ['RollingUpdate', 0]);
  const config = readConfig({ ...environmentOf(all), ...ownKey });
  assert.match(config.databaseUrl ?? '', /^postgres:/);
  assert.ok(config.objectStore, 'files are in a store, so that pods need no disk');
  const secrets = Object.keys(get<Manifest>(all, 'Secret').stringData ?? {});
  for (const name of ['DATABASE_URL', 'SECRET_KEY', 'S3_SECRET_ACCESS_KEY', 'SMTP_URL'])
    assert.ok(secrets.includes(name), `${name} is a secret`);
});
