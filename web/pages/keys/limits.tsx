import { Select } from '../../app/form.tsx';
import { keyTexts as texts } from '../../messages/settings.ts';

/* Fields for what limits a key: where it works, and how long. */

const day = 86_400_000;

interface WorkspaceProps {
  workspaces: readonly { id: string; name: string }[];
  chosen: string;
  choose: (id: string) => void;
}

export const Workspace = ({ workspaces, chosen, choose }: WorkspaceProps) => (
  <Select label={texts.workspace} name="workspace" value={chosen} onChange={choose}>
    <option value="">{texts.allWorkspaces}</option>
    {workspaces.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Select>
);

export const Ends = () => (
  <Select label={texts.ends} name="lasts">
    {Object.entries(texts.lasts).map(([days, text]) => (
      <option key={days} value={days} selected={days === '30'}>
        {text}
      </option>
    ))}
  </Select>
);

/** When a key ends, by the value of the field; null for never. */
export const endOf = (lasts: string): string | null =>
  lasts === 'never' ? null : new Date(Date.now() + Number(lasts) * day).toISOString();
