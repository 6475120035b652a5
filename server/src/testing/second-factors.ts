import { Secret, TOTP } from 'otpauth';
import { api } from '../../../contract/api.ts';
import { authenticator } from './authenticator.ts';
import type { Person, TestService } from './service.ts';

/** The code that an app shows, by the clock of a service; `seconds` later. */
export const codeAt = ({ clock }: Pick<TestService, 'clock'>, secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now() / 1000 + seconds * 1000,
  });

/** Adds an app to an account, whose session must be fresh. */
export async function addApp(service: Pick<TestService, 'clock'>, person: Pick<Person, 'call'>) {
  const { publicId, totp } = await person.call(api.secondFactors.begin, { body: { kind: 'totp' } });
  const secret = totp?.secret ?? '';
  const { recoveryCodes } = await person.call(api.secondFactors.confirm, {
    params: { factorPublicId: publicId },
    body: { code: codeAt(service, secret) },
  });
  return { publicId, secret, uri: totp?.uri ?? '', codes: recoveryCodes ?? [] };
}

/** Adds a passkey to an account, whose session must be fresh. */
export async function addPasskey(service: Pick<TestService, 'publicUrl'>, person: Pick<Person, 'call'>) {
  const device = authenticator(service.publicUrl);
  const { publicId, passkey } = await person.call(api.secondFactors.begin, { body: { kind: 'passkey' } });
  const { recoveryCodes } = await person.call(api.secondFactors.confirm, {
    params: { factorPublicId: publicId },
    body: { passkey: device.create(passkey) },
  });
  return Object.assign(device, { publicId, codes: recoveryCodes ?? [] });
}
