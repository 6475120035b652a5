import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import type { routes } from '../../../contract/routes.ts';
import { Select } from '../../app/form.tsx';
import { workspaceKeyTexts } from '../../messages/settings.ts';

const texts = workspaceKeyTexts.policies;

type Policies = ReplyOf<typeof routes.policies.get>;

/** Days that are offered; what else was set by the API is offered, too. */
const offered = [30, 90, 180, 365];

/** Which API keys open a workspace, for how long, and who takes its boards out of it. */
export function KeyFields({
  policies: { personalKeys, longestKeyLife, unusedKeyLife, exports },
}: {
  policies: Policies;
}) {
  return (
    <>
      <div>
        <label class="check">
          <input type="checkbox" name="personalKeys" value="yes" defaultChecked={personalKeys} />
          {texts.personalKeys}
        </label>
        <p class="quiet fine">{texts.personalKeysHint}</p>
      </div>
      <Days label={texts.longest} hint={texts.longestHint} name="longest" value={longestKeyLife} />
      <Days label={texts.unused} hint={texts.unusedHint} name="unused" value={unusedKeyLife} />
      <Select label={texts.exports} hint={texts.exportsHint} name="exports">
        {(['members', 'admins'] as const).map((each) => (
          <option key={each} value={each} selected={each === exports}>
            {texts.exporters[each]}
          </option>
        ))}
      </Select>
    </>
  );
}

interface DaysProps {
  label: string;
  hint: string;
  name: string;
  value: number | null;
}

function Days({ label, hint, name, value }: DaysProps) {
  const all = [...new Set([...offered, ...(value === null ? [] : [value])])].sort((a, b) => a - b);
  return (
    <Select label={label} hint={hint} name={name}>
      <option value="">{texts.noLimit}</option>
      {all.map((days) => (
        <option key={days} value={days} selected={days === value}>
          {texts.days(days)}
        </option>
      ))}
    </Select>
  );
}

const daysOf = (value: string): number | null => (value === '' ? null : Number(value));

/** What the fields say. */
export const keyPoliciesOf = ({
  personalKeys,
  longest = '',
  unused = '',
  exports,
}: Record<string, string>): BodyOf<typeof routes.policies.update> => ({
  personalKeys: personalKeys === 'yes',
  longestKeyLife: daysOf(longest),
  unusedKeyLife: daysOf(unused),
  exports: exports === 'admins' ? 'admins' : 'members',
});
