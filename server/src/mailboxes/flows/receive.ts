import { addAbortSignal, type Readable } from 'node:stream';
import { emailAddress } from '../../base/email-address.ts';
import { ProcessCrash } from '../../base/processes/answers.ts';
import { FileProcess } from '../../base/processes/file-process.ts';
import type { Service } from '../../base/service.ts';
import type { Begin, ReadMail } from '../reading/messages.ts';
import { later, Refused } from '../refused.ts';
import type { Addressed } from './addressed.ts';
import { writeMail } from './write.ts';

/** Milliseconds: within which a mail arrives, and is read. */
const most = { arriving: 180_000, reading: 30_000 };

/** A mail that more servers have passed on goes round in a circle. */
const mostHops = 50;

type Parts = Pick<Service, 'db' | 'clock' | 'secrets' | 'config' | 'changeAs' | 'storage' | 'jobs' | 'http'>;

/** A mail as it arrives; `isTooLong` is known at the latest at its end. */
export interface Arriving {
  content: Readable;
  isTooLong: () => boolean;
  /** Whether it has no sender to answer to: bounces have none. */
  isBounce: boolean;
}

/**
 * Takes a mail: it is read in a process of its own, judged, and written as what its sender does. Returns once it is committed. Throws
 * `Refused`, and what changes throw.
 */
export async function receiveMail(parts: Parts, to: Addressed, arriving: Arriving): Promise<void> {
  const trusted = parts.config.inboundMail?.trusted;
  const begin: Begin = { trusted, isAnswer: to.kind !== 'board' };
  const reader = new FileProcess(new URL('../reading/child.ts', import.meta.url), begin, most.reading);
  try {
    const mail = await mailFrom(reader, arriving);
    if (arriving.isBounce || mail.isAutomatic) {
      parts.http.log.info(
        { user: to.actor.userId },
        'a mail that a machine or a mailing list sent was dropped',
      );
      return;
    }
    requireSender(mail, to.actor.email, trusted);
    await writeMail(parts, to, mail, reader);
  } catch (error) {
    if (!(error instanceof ProcessCrash)) throw error;
    parts.http.log.warn({ user: to.actor.userId, reason: String(error) }, 'a mail could not be read');
    throw new Refused(554, '5.6.0 The mail could not be read');
  } finally {
    await reader.close();
  }
}

async function mailFrom(reader: FileProcess, { content, isTooLong }: Arriving): Promise<ReadMail> {
  addAbortSignal(AbortSignal.timeout(most.arriving), content);
  try {
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>)
      if (!isTooLong()) await reader.ask(chunk);
  } catch (error) {
    // Its sender was cut off, or is too slow.
    throw error instanceof ProcessCrash ? error : later();
  } finally {
    // The rest has to arrive before the refusal can be said.
    content.resume();
  }
  if (isTooLong()) throw new Refused(552, '5.3.4 The mail is too large');
  return (await reader.ask('end')) as ReadMail;
}

/** Throws unless a mail is from the owner of the address that it was sent to. */
function requireSender({ from, hops, dmarc }: ReadMail, email: string, trusted: string | undefined): void {
  if (hops > mostHops) throw new Refused(554, '5.4.6 The mail goes round in a circle');
  const [sender] = from;
  if (from.length !== 1 || sender === undefined || emailAddress(sender) !== email) {
    throw new Refused(550, '5.7.1 Only mails from the address of the account are taken here');
  }
  if (trusted === undefined) return;
  if (dmarc === null)
    throw new Refused(550, '5.7.1 The mail did not come by way of the mail server that checks senders');
  if (dmarc === 'fail') throw new Refused(550, '5.7.1 The sender of the mail could not be verified (DMARC)');
}
