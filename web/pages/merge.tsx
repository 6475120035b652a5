import { useState } from 'preact/hooks';
import { members as operations } from '../../contract/members.ts';
import { Form, Select } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { mergeTexts as texts } from '../messages/pages.ts';
import { toast } from '../ui/toast.tsx';

interface Person {
  id: string;
  name: string;
}

interface MergeProps {
  workspace: string;
  /** A placeholder from an import. */
  placeholder: Person;
  members: readonly Person[];
  merged: () => Promise<void>;
}

/** Merges a placeholder with a member; the form opens in place. */
export function Merge({ workspace, placeholder, members, merged }: MergeProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <button
        class="button plain small"
        type="button"
        aria-label={texts.openFor(placeholder.name)}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </button>
    );
  }
  return (
    <div class="confirm">
      <Form
        submit={texts.merge}
        isQuiet
        cancel={() => setOpen(false)}
        onSubmit={async ({ member = '' }) => {
          await server.ask(operations.merge, {
            params: { workspacePublicId: workspace, memberPublicId: placeholder.id },
            body: { targetMemberPublicId: member },
          });
          toast(texts.merged(placeholder.name));
          setOpen(false);
          await merged();
        }}
      >
        <Select label={texts.with(placeholder.name)} name="member" hint={texts.hint}>
          {members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Form>
    </div>
  );
}
