import { crc32, deflateSync } from 'node:zlib';

/** A PNG with a gradient from one colour to another. */
export function gradient(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const pixels = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = [40 + (180 * x) / width, 90 + (80 * y) / height, 200 - (120 * x) / width];
      pixels.set(colour, y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const parts = { IHDR: header, IDAT: deflateSync(pixels), IEND: Buffer.alloc(0) };
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      ...Object.entries(parts).map(([type, content]) => chunk(type, content)),
    ]),
  );
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
