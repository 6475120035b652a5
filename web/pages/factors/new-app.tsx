import { renderSVG } from 'uqr';
import { routes } from '../../../contract/routes.ts';
import { Field, Form } from '../../app/form.tsx';
import { server } from '../../app/session.ts';
import { factorTexts as texts } from '../../messages/factors.ts';
import { CopyButton } from '../shown-once.tsx';
import type { Begun } from './second-factors.tsx';
import './factors.css';

interface NewAppProps {
  begun: Begun;
  added: (codes: readonly string[] | null) => Promise<void>;
  cancel: () => void;
}

/** In groups of four, as people read it. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Adds an authenticator app: its picture is scanned, and a code of the app proves that it was. */
export function NewApp({ begun: { publicId, totp }, added, cancel }: NewAppProps) {
  const { secret = '', uri = '' } = totp ?? {};
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`;
  return (
    <div class="boxed new-app">
      <img src={picture} alt={texts.picture} width={192} height={192} />
      <div>
        <p>{texts.scan}</p>
        <div class="row wrap">
          <label class="field grow">
            <span class="field-label">{texts.key}</span>
            <input
              class="input"
              readOnly
              value={grouped(secret)}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          </label>
          <CopyButton text={secret} />
        </div>
        <Form
          submit={texts.add}
          cancel={cancel}
          onSubmit={async ({ code = '' }) => {
            const params = { factorPublicId: publicId };
            const { reply } = await server.ask(routes.secondFactors.confirm, { params, body: { code } });
            await added(reply.recoveryCodes);
          }}
        >
          <Field label={texts.codeOfApp} name="code" autocomplete="one-time-code" maxLength={7} isFirst />
        </Form>
      </div>
    </div>
  );
}
