import { useState } from 'preact/hooks';
import type { BodyOf } from '../../../contract/operation.ts';
import { type Permission, permissions } from '../../../contract/permissions.ts';
import type { users } from '../../../contract/users.ts';
import { Field, Form, Select } from '../../app/form.tsx';
import { rightTexts, keyTexts as texts } from '../../messages/settings.ts';
import { Rights } from '../rights.tsx';
import { Head } from '../settings-frame.tsx';
import { SomeBoards } from '../some-boards.tsx';
import { Ends, endOf, Workspace } from './limits.tsx';
import { type Preset, presets, presetsFor } from './presets.ts';

type NewKey = BodyOf<typeof users.createApiKey>;

interface KeyFormProps {
  isAgent: boolean;
  /** The only workspace of a bot, or those of the user. */
  workspace?: string;
  workspaces: readonly { id: string; name: string }[];
  cancel: () => void;
  make: (body: NewKey) => Promise<void>;
}

/** What a new key is for, where, what it may do, and until when. */
export function KeyForm({ isAgent, workspace: only, workspaces, cancel, make }: KeyFormProps) {
  const [preset, setPreset] = useState<Preset>(isAgent ? 'work' : 'read');
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(() => new Set(presets.chosen));
  const [workspace, setWorkspace] = useState(only ?? (isAgent ? (workspaces[0]?.id ?? '') : ''));
  const [boards, setBoards] = useState<string[]>([]);
  const rights = preset === 'chosen' ? permissions.filter((each) => chosen.has(each)) : presets[preset];
  const isUnlimited = rights === null && workspace === '';
  return (
    <div class="boxed">
      <Head
        title={isAgent ? texts.forAgent : texts.forProgram}
        {...(isAgent ? { hint: texts.agentHint } : {})}
      />
      <Form
        submit={texts.create}
        cancel={cancel}
        isEmpty={rights?.length === 0}
        onSubmit={async ({ name = '', lasts = '' }) => {
          const body = {
            name: name.trim(),
            expiresAt: endOf(lasts),
            permissions: rights && [...rights],
            workspacePublicId: workspace || null,
            boardPublicIds: boards.length > 0 ? boards : null,
          };
          await make(body);
        }}
      >
        <Field label={isAgent ? texts.agentName : texts.name} name="name" maxLength={255} isFirst />
        {only === undefined && (
          <Workspace
            workspaces={workspaces}
            chosen={workspace}
            choose={(id) => {
              setWorkspace(id);
              setBoards([]);
            }}
          />
        )}
        {workspace && (
          <SomeBoards
            key={workspace}
            workspace={workspace}
            chosen={boards}
            choose={setBoards}
            hint={texts.onlyBoards}
          />
        )}
        <Select
          label={texts.rights}
          name="rights"
          value={preset}
          onChange={(value) => setPreset(value as Preset)}
        >
          {presetsFor(isAgent).map((each) => (
            <option key={each} value={each}>
              {texts.presets[each]}
            </option>
          ))}
        </Select>
        {preset === 'chosen' && <ChosenRights chosen={chosen} choose={setChosen} />}
        {rights?.length === 0 && <p class="problem">{texts.noRights}</p>}
        <Ends />
        {isUnlimited && <p class="quiet">{texts.unlimited}</p>}
      </Form>
    </div>
  );
}

interface ChosenRightsProps {
  chosen: ReadonlySet<Permission>;
  choose: (chosen: ReadonlySet<Permission>) => void;
}

const ChosenRights = ({ chosen, choose }: ChosenRightsProps) => (
  <div class="choices">
    <Rights>
      {(right) => (
        <label key={right} class="check">
          <input
            type="checkbox"
            checked={chosen.has(right)}
            onChange={({ currentTarget }) => {
              const others = [...chosen].filter((each) => each !== right);
              choose(new Set(currentTarget.checked ? [...others, right] : others));
            }}
          />
          {rightTexts[right]}
        </label>
      )}
    </Rights>
  </div>
);
