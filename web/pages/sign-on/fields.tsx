import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { Select } from '../../app/form.tsx';
import { useProviders } from '../../app/provider.tsx';
import { factorTexts } from '../../messages/factors.ts';

const texts = factorTexts.signOn;

type Policies = ReplyOf<typeof routes.policies.get>;

/** Hours that are offered; what else was set by the API is offered, too. */
const offered = [1, 8, 24, 7 * 24, 30 * 24];

/** Minutes, likewise. */
const offeredPauses = [15, 30, 60, 8 * 60, 24 * 60];

const spanOf = (minutes: number): string => {
  if (minutes % (24 * 60) === 0) return texts.days(minutes / (24 * 60));
  return minutes % 60 === 0 ? texts.hours(minutes / 60) : texts.minutes(minutes);
};

const numberOrNull = (value: string): number | null => (value === '' ? null : Number(value));

/** How members sign in, how long ago, and from where. */
export function SignOnFields({
  policies: { provider, sessionHours, idleMinutes, addresses },
}: {
  policies: Policies;
}) {
  const known = useProviders();
  return (
    <>
      {(known.length > 0 || provider !== null) && (
        <Select label={texts.provider} name="provider" hint={texts.providerHint}>
          <option value="">{texts.anyWay}</option>
          {provider !== null && known.every(({ id }) => id !== provider) && (
            <option value={provider} selected>
              {provider}
            </option>
          )}
          {known.map(({ id, name }) => (
            <option key={id} value={id} selected={id === provider}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Spans label={texts.session} hint={texts.sessionHint} name="hours" value={sessionHours} in={60}>
        {offered}
      </Spans>
      <Spans label={texts.idle} hint={texts.idleHint} name="idle" value={idleMinutes} in={1}>
        {offeredPauses}
      </Spans>
      <div class="field">
        <label class="field">
          <span class="field-label">{texts.networks}</span>
          <textarea class="input" name="networks" rows={3} dir="ltr" aria-describedby="networks-hint">
            {addresses.join('\n')}
          </textarea>
        </label>
        <span class="field-hint" id="networks-hint">
          {texts.networksHint}
        </span>
      </div>
    </>
  );
}

interface SpansProps {
  label: string;
  hint: string;
  name: string;
  value: number | null;
  /** Minutes of one of the numbers. */
  in: number;
  /** The numbers that are offered, besides the one that was chosen. */
  children: readonly number[];
}

function Spans({ value, in: unit, children, ...of }: SpansProps) {
  const spans = [...new Set([...children, ...(value === null ? [] : [value])])].sort((a, b) => a - b);
  return (
    <Select {...of}>
      <option value="">{texts.noLimit}</option>
      {spans.map((span) => (
        <option key={span} value={span} selected={span === value}>
          {spanOf(span * unit)}
        </option>
      ))}
    </Select>
  );
}

/** What the fields say. */
export const signOnOf = ({
  provider,
  hours = '',
  idle = '',
  networks = '',
}: Record<string, string>): BodyOf<typeof routes.policies.update> => ({
  ...(provider === undefined ? {} : { provider: provider || null }),
  sessionHours: numberOrNull(hours),
  idleMinutes: numberOrNull(idle),
  addresses: networks.split(/[\s,]+/).filter(Boolean),
});

/** Why what was asked for would lock out who asks for it. */
export function lockedOut(code: string): string {
  if (code === 'address-not-allowed') return texts.firstNear;
  return code === 'provider-demanded' ? texts.firstBy : texts.firstAgain;
}
