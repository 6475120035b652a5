import { deflateSync } from 'node:zlib';

/* Pictures encoded by hand, so that tests of the picture library do not use it to create their input. */

const crcOf = (bytes: Uint8Array): number => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
};

/** A part of a PNG. */
export function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  crc.writeUInt32BE(crcOf(body));
  return Buffer.concat([length, body, crc]);
}

/** A PNG of one colour; if `rows` is less than `height`, it is truncated. */
export function png(width: number, height: number, rows = height): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.alloc(1 + width * 3, 0x66);
  row[0] = 0;
  const content = deflateSync(Buffer.concat(Array.from({ length: rows }, () => row)));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', content),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** A GIF of one pixel with this many frames. */
export function gif(frames: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const frame = Buffer.from('21f90400000000002c0000000001000100000202440100', 'hex');
  return new Uint8Array(
    Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]),
  );
}
