import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * A new id: 16 characters of `0-9a-z`, the first 8 the time in milliseconds (base 36), the rest random.
 * Ids made later sort later, which keeps indexes local.
 */
export function newId(micros: number): string {
  return Math.floor(micros / 1000).toString(36).padStart(8, '0') + randomText(8);
}

/** A slug from a name, made unique by the end of the id; `fallback` stands for a name without letters. */
export function slugFor(name: string, id: string, fallback: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return `${words || fallback}-${id.slice(-6)}`;
}

/** `length` characters of `0-9a-z`, each equally likely. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // 252 is the greatest multiple of 36 in a byte: above it some characters would come up more often.
    const byte = nextByte();
    if (byte < 252) text += alphabet[byte % 36];
  }
  return text;
}

let pool = Buffer.alloc(0);
let used = 0;

function nextByte(): number {
  if (used === pool.length) {
    pool = randomBytes(4096);
    used = 0;
  }
  return pool[used++] ?? 0;
}
