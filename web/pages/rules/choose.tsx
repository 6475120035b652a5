import { Select } from '../../app/form.tsx';
import { ruleTexts as texts } from '../../messages/rules.ts';
import type { Choices, NamedBy } from './names.ts';

interface ChooseProps {
  label: string;
  /** What it is called to choose nothing. */
  none: string;
  choices: Choices[NamedBy];
  chosen: string | undefined;
  choose: (id: string) => void;
}

/** One of what there is on the board. */
export const Choose = ({ label, none, choices, chosen = '', choose }: ChooseProps) => (
  <Select label={label} name={label} value={chosen} onChange={choose}>
    <option value="">{none}</option>
    {choices.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
    {chosen !== '' && !choices.some(({ id }) => id === chosen) && (
      <option value={chosen}>{texts.gone}</option>
    )}
  </Select>
);
