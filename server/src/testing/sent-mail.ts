import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';

/** Sends a mail as it stands; returns the reply of the server, also if it refuses. */
export async function sendRaw(
  port: number,
  envelope: { from: string; to: string | string[] },
  raw: string | Buffer,
  lmtp = false,
): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, lmtp });
  try {
    return (await transport.sendMail({ envelope, raw })).response;
  } catch (error) {
    const { response } = error as { response?: string };
    if (response === undefined) throw error;
    return response;
  } finally {
    transport.close();
  }
}

/** Sends lines over a connection of its own, each once the last one was answered; returns the answers. */
export async function converse(port: number, lines: readonly (string | Buffer)[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  const answers: string[] = [];
  const next = async () => {
    let text = '';
    while (!/(^|\r\n)\d{3} [^\r\n]*\r\n$/.test(text)) {
      const [chunk] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [null])]);
      if (chunk === null) break;
      text += String(chunk);
    }
    answers.push(text.trim());
  };
  await next();
  for (const line of lines) {
    socket.write(line);
    await next();
  }
  socket.destroy();
  return answers;
}
