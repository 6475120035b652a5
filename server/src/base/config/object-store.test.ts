import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const store = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret / + =' };

const read = (settings: Record<string, string>) => readConfig(settings).objectStore;

test('files are on the disk unless a store is set', () => {
  assert.equal(read({}), undefined);
  assert.equal(read({ S3_REGION: 'eu-1', S3_FORCE_PATH_STYLE: 'off' }), undefined);
  assert.deepEqual(read(store), {
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'id',
    secretAccessKey: 'secret / + =',
    pathStyle: false,
  });
});

test('a store that is set by half stops the start', () => {
  for (const [name, value] of Object.entries(store)) {
    assert.throws(() => read({ ...store, [name]: '' }), new RegExp(`^Error: ${name} is missing: S3_`));
    if (name !== 'S3_BUCKET') assert.throws(() => read({ [name]: value }), /^Error: S3_BUCKET is missing/);
  }
});

test('the bucket is in the path where it cannot be in the host, or where that is forced', () => {
  const styles = {
    'https://s3.example.com': false,
    'http://127.0.0.1:9000': true,
    'http://[::1]:9000': true,
    'http://minio:9000': true,
  };
  for (const [endpoint, pathStyle] of Object.entries(styles)) {
    assert.equal(read({ ...store, S3_ENDPOINT: endpoint })?.pathStyle, pathStyle, endpoint);
    assert.equal(read({ ...store, S3_ENDPOINT: endpoint, S3_FORCE_PATH_STYLE: 'true' })?.pathStyle, true);
  }
});

test('what cannot be meant is refused', () => {
  const all: Record<string, string>[] = [
    { S3_BUCKET: 'Files' },
    { S3_BUCKET: 'a/b' },
    { S3_ENDPOINT: 'https://s3.example.com/files' },
    { S3_ENDPOINT: 's3.example.com' },
    { S3_FORCE_PATH_STYLE: 'maybe' },
    { S3_ACCESS_KEY_ID: 'a b' },
  ];
  for (const wrong of all) {
    assert.throws(() => read({ ...store, ...wrong }), new RegExp(`^Error: ${Object.keys(wrong)[0]}`));
  }
});
