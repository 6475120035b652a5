/** The header of a frame sent to a process: its length, in four bytes. */
export function lengthOf(size: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  return length;
}

/** Yields the frames sent to a process, each without its length. */
export async function* framesIn(sent: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let had = 0;
  const take = (length: number): Buffer => {
    const all = Buffer.concat(chunks, had);
    chunks = [all.subarray(length)];
    had -= length;
    return all.subarray(0, length);
  };
  let wanted: number | undefined;
  for await (const chunk of sent) {
    chunks.push(chunk);
    had += chunk.length;
    for (;;) {
      if (wanted === undefined && had >= 4) wanted = take(4).readUInt32BE();
      if (wanted === undefined || had < wanted) break;
      yield take(wanted);
      wanted = undefined;
    }
  }
}
