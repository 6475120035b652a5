import { readFileSync } from 'node:fs';
import { BadSetting } from './bad-setting.ts';
import type { Text } from './values.ts';

/** Where mails come in, and for which domain. */
export interface InboundMail {
  protocol: 'smtp' | 'lmtp';
  host: string;
  port: number;
  /** In lower case. */
  domain: string;
  /** The mail server whose `Authentication-Results` are trusted, in lower case. */
  trusted: string | undefined;
  /** PEM; undefined for none. */
  tls: { cert: string; key: string } | undefined;
}

const form = /^(smtp|lmtp):\/\/(\[[0-9a-f:.]+\]|[a-z0-9_.-]+):(\d{1,5})\/([a-z0-9.-]{1,190})$/i;

const domainForm = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/** Reads where mails come in; undefined if they do not. */
export function inboundMail(text: Text): InboundMail | undefined {
  const value = text('INBOUND_MAIL');
  const trusted = text('INBOUND_MAIL_TRUSTED')?.toLowerCase();
  const tls = certificate(text('INBOUND_MAIL_TLS_CERT'), text('INBOUND_MAIL_TLS_KEY'));
  if (value === undefined) return undefined;
  const [, protocol = '', host = '', port = '', given = ''] = form.exec(value) ?? [];
  const domain = given.toLowerCase();
  if (!domainForm.test(domain) || Number(port) > 65_535) {
    throw new BadSetting(
      `INBOUND_MAIL=${value} is not allowed: it must be smtp:// or lmtp://, an address to listen at, a port and the ` +
        'domain of the mails, such as smtp://0.0.0.0:25/in.example.com',
    );
  }
  if (trusted !== undefined && !/^[a-z0-9_.-]{1,253}$/.test(trusted)) {
    throw new BadSetting(
      `INBOUND_MAIL_TRUSTED=${trusted} is not allowed: it must be the name with which a mail server begins its ` +
        'Authentication-Results',
    );
  }
  return {
    protocol: protocol.toLowerCase() === 'lmtp' ? 'lmtp' : 'smtp',
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    domain,
    trusted,
    tls,
  };
}

function certificate(cert: string | undefined, key: string | undefined): InboundMail['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new BadSetting('INBOUND_MAIL_TLS_CERT and INBOUND_MAIL_TLS_KEY are not allowed without each other');
  }
  return { cert: pem('INBOUND_MAIL_TLS_CERT', cert), key: pem('INBOUND_MAIL_TLS_KEY', key) };
}

function pem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new BadSetting(`${name}=${path} is not allowed: the file cannot be read (${reason})`);
  }
}
