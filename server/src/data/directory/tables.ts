import { flag, integer, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** A group of a provider, whose people are members with a role. */
export const groupRoles = table('group_roles', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    provider: text(),
    name: text(),
    role_id: text(),
    created_at: micros(),
  },
});

/** A member whose role follows the groups of a provider. */
export const groupedMembers = table('grouped_members', {
  key: {
    workspace_id: text(),
    member_id: text(),
  },
  own: {
    user_id: text(),
    provider: text(),
    /** The role of somebody who was a member before; null for who is one by the groups alone. */
    base_role_id: nullable(text()),
    /** When they left all groups, and ceased to be a member; who is removed by hand has none. */
    left_at: nullable(micros()),
  },
});

/** What the directory of a workspace has told of a member. */
export const scimUsers = table('scim_users', {
  key: {
    workspace_id: text(),
    member_id: text(),
  },
  own: {
    user_name: text(),
    /** In lower case; unique. */
    user_name_key: text(),
    /** The directory's own id. */
    external_id: nullable(text()),
    /** The further attributes, as JSON. */
    attributes: text(),
    /** Whether somebody who was only invited is not to come in. */
    suspended: flag(),
    created_at: micros(),
    updated_at: micros(),
    version: integer(),
  },
});

export const scimGroups = table('scim_groups', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    name: text(),
    name_key: text(),
    external_id: nullable(text()),
    created_at: micros(),
    updated_at: micros(),
    version: integer(),
  },
});

export const scimGroupMembers = table('scim_group_members', {
  key: {
    workspace_id: text(),
    group_id: text(),
    member_id: text(),
  },
  own: {},
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    group_roles: RowOf<typeof groupRoles>;
    grouped_members: RowOf<typeof groupedMembers>;
    scim_users: RowOf<typeof scimUsers>;
    scim_groups: RowOf<typeof scimGroups>;
    scim_group_members: RowOf<typeof scimGroupMembers>;
  }
}
