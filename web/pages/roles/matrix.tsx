import { Check } from 'lucide';
import { Fragment } from 'preact';
import { type Permission, permissions } from '../../../contract/permissions.ts';
import { roles as operations } from '../../../contract/roles.ts';
import { server } from '../../app/session.ts';
import { rightGroupTexts, rightTexts, rolesTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { attempt } from '../attempt.ts';
import { Head } from '../settings-frame.tsx';
import type { Role, WorkspacePart } from '../workspace.tsx';
import { mayChange, roleName } from './permitted.ts';

/** The rights that are about one kind of thing. */
const rightsOf = (group: string): Permission[] =>
  permissions.filter((permission) => permission.startsWith(`${group}:`));

/** What each role permits. What the user may change is a check box: only rights that they hold themselves can be given. */
export function Matrix({ part }: { part: WorkspacePart }) {
  const { roles } = part.known;
  return (
    <section>
      <Head title={texts.matrix} />
      {/* biome-ignore lint: what scrolls can be reached by keys. */}
      <div class="scrolls" role="region" aria-label={texts.matrix} tabIndex={0}>
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">{texts.right}</th>
              {roles.map((role) => (
                <th key={role.publicId} scope="col" dir="auto">
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(rightGroupTexts).map(([group, name]) => (
              <Fragment key={group}>
                <tr class="group">
                  <th scope="rowgroup">{name}</th>
                  <td colSpan={roles.length} />
                </tr>
                {rightsOf(group).map((right) => (
                  <tr key={right}>
                    <th scope="row">{rightTexts[right]}</th>
                    {roles.map((role) => (
                      <td key={role.publicId}>
                        <Cell part={part} role={role} right={right} />
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface CellProps {
  part: WorkspacePart;
  role: Role;
  right: Permission;
}

function Cell({ part, role, right }: CellProps) {
  const { known, of } = part;
  const isHeld = role.permissions.includes(right);
  // What somebody does not hold they cannot give, but they can take it away.
  if (!mayChange(known, role) || !(isHeld || known.may.has(right)))
    return isHeld ? (
      <span role="img" aria-label={texts.yes}>
        <Icon of={Check} />
      </span>
    ) : (
      <span class="unseen">{texts.no}</span>
    );
  const turn = (isGiven: boolean) => {
    const permitted = role.permissions.filter((each) => each !== right);
    const changed = { ...role, permissions: isGiven ? [...permitted, right] : permitted };
    const others = known.roles.map((each) => (each.publicId === role.publicId ? changed : each));
    of.set({ ...known, roles: others });
    const params = { workspacePublicId: known.workspace.publicId, rolePublicId: role.publicId };
    void attempt(
      () =>
        server.ask(isGiven ? operations.grant : operations.revoke, { params, body: { permission: right } }),
      of.read,
    );
  };
  return (
    <label>
      <input
        type="checkbox"
        checked={isHeld}
        aria-label={texts.may(rightTexts[right], roleName(role))}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
    </label>
  );
}
