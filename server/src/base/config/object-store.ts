import { isIP } from 'node:net';
import { BadSetting } from './bad-setting.ts';
import { baseUrl, choice, type Text, token } from './values.ts';

/** A bucket of an S3-compatible store. */
export interface ObjectStore {
  /** Without a trailing slash. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is part of the path rather than the host. */
  pathStyle: boolean;
  /** How long it may take to answer, and to accept the next bytes; milliseconds. Only tests set it. */
  patience?: number;
}

/** Setting any of these selects an object store; the other settings only matter with them. */
const telling = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** The configured store; undefined if files are stored on the disk. Throws `BadSetting` if it is configured only in part. */
export function objectStore(text: Text): ObjectStore | undefined {
  const bucket = bucketName(text);
  const accessKeyId = token(text, 'S3_ACCESS_KEY_ID');
  // Not limited to characters allowed in headers: it is only hashed, so a space in it is valid.
  const secretAccessKey = text('S3_SECRET_ACCESS_KEY');
  const region = token(text, 'S3_REGION') ?? 'us-east-1';
  const endpoint = baseUrl(text, 'S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`;
  const forced = choice(text, 'S3_FORCE_PATH_STYLE', ['on', 'off', 'true', 'false'], 'off');
  const set = telling.find((name) => text(name) !== undefined);
  if (set === undefined) return undefined;
  for (const [name, value] of [
    ['S3_BUCKET', bucket],
    ['S3_ACCESS_KEY_ID', accessKeyId],
    ['S3_SECRET_ACCESS_KEY', secretAccessKey],
  ]) {
    if (value === undefined)
      throw new BadSetting(`${name} is missing: ${set} is set, so files go to an object store`);
  }
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const { hostname, pathname } = new URL(endpoint);
  if (pathname !== '/') {
    throw new BadSetting(
      `S3_ENDPOINT=${endpoint} is not allowed: it must have no path; S3_BUCKET names the bucket`,
    );
  }
  // Neither an IP address nor a single-label host name can have subdomains.
  const pathStyle =
    forced === 'on' ||
    forced === 'true' ||
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    !hostname.includes('.');
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle };
}

function bucketName(text: Text): string | undefined {
  const value = text('S3_BUCKET');
  if (value === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)) return value;
  throw new BadSetting(
    `S3_BUCKET=${value} is not allowed: it must have 3 to 63 lower-case letters, digits, dots and hyphens`,
  );
}
