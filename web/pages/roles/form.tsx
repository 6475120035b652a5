import type { BodyOf } from '../../../contract/operation.ts';
import type { roles as operations } from '../../../contract/roles.ts';
import { Field, Form, Select } from '../../app/form.tsx';
import { rolesTexts as texts } from '../../messages/settings.ts';
import { type Known, mayGive, ownRank, type Role } from '../workspace.tsx';
import { roleName } from './permitted.ts';
import { ranksFrom } from './ranks.ts';

type RoleFields = BodyOf<typeof operations.update>;

interface RoleFormProps {
  known: Known;
  /** Undefined for a new one. */
  role?: Role;
  submit: string;
  cancel: () => void;
  save: (fields: RoleFields) => Promise<void>;
}

/** The name, the purpose and the rank of a role; a new one starts with the rights of another. */
export function RoleForm({ known, role, submit, cancel, save }: RoleFormProps) {
  const named = known.roles.map((each) => ({ ...each, name: roleName(each) }));
  const offered = ranksFrom(named, ownRank(known));
  const isKept = role !== undefined && offered.every(({ level }) => level !== role.hierarchyLevel);
  const ranks = isKept ? [{ level: role.hierarchyLevel, text: texts.rankKept }, ...offered] : offered;
  const sources = known.roles.filter((each) => mayGive(known, each));
  const isFixed = role?.isSystem ?? false;
  const like = role?.hierarchyLevel ?? ranks.find(({ level }) => level >= 100)?.level;
  return (
    <div class="boxed">
      <Form
        submit={submit}
        cancel={cancel}
        onSubmit={({ name, description = '', rank, source }) => {
          const chosen = sources.find(({ publicId }) => publicId === source);
          // A role that was created with the workspace keeps its name and rank.
          const own = isFixed
            ? {}
            : { name: name?.trim() ?? '', ...(rank ? { hierarchyLevel: Number(rank) } : {}) };
          const rights = role ? {} : { permissions: [...(chosen?.permissions ?? [])] };
          return save({ ...own, ...rights, description: description.trim() || null });
        }}
      >
        {!isFixed && (
          <Field label={texts.name} name="name" value={role?.name ?? ''} maxLength={255} isFirst />
        )}
        <Field
          label={texts.description}
          name="description"
          value={role?.description ?? ''}
          maxLength={1000}
          isOptional
          isFirst={isFixed}
        />
        {!role && (
          <Select label={texts.startFrom} name="source">
            <option value="">{texts.noRights}</option>
            {sources.map((each) => (
              <option key={each.publicId} value={each.publicId} selected={each.name === 'member'}>
                {roleName(each)}
              </option>
            ))}
          </Select>
        )}
        {!isFixed && (
          <Select label={texts.rank} name="rank" hint={texts.rankHint}>
            {ranks.map(({ level, text }) => (
              <option key={level} value={level} selected={level === like}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Form>
    </div>
  );
}
