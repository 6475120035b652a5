/* Texts of the frame of settings. */

export const settingsTexts = {
  nav: 'Settings',
  you: 'You',
  connected: 'Connected',
  data: 'Data',
  profile: 'Profile',
  appearance: 'Appearance',
  notifications: 'Notifications',
  security: 'Security',
  keys: 'API keys',
  connections: 'Connections',
  deleted: 'Deleted workspaces',
  general: 'General',
  members: 'Members',
  roles: 'Roles',
  fields: 'Fields',
  inviteLink: 'Invite link',
  webhooks: 'Webhooks',
  codeHosts: 'Code hosts',
  import: 'Import',
  export: 'Export',
  audit: 'Audit log',
  trash: 'Trash',
  notYours: 'Your role in this workspace does not include this page. Its admins can change that.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'This browser does not let the page copy. Select the text, and copy it yourself.',
  kept: 'I have saved it',
  more: 'Show more',
  edit: 'Edit',
};

/** Workspaces in the trash. */
export const deletedTexts = {
  title: 'Deleted workspaces',
  hint: 'A deleted workspace can be restored for 30 days, with everything in it. After that, it is gone for good.',
  none: 'No workspace of yours is in the trash.',
  deleted: (ago: string) => `deleted ${ago}`,
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `${name} restored`,
  open: 'Open',
};

export const inviteLinkTexts = {
  title: 'Invite link',
  hint: 'Anyone who has the link can join this workspace as a member, for 7 days.',
  link: 'Link',
  works: (until: string) => `Works until ${until}`,
  none: 'There is no active link.',
  hidden:
    'There is an active link. You can end it, but only someone with all permissions of a member can see it.',
  cannotMake: 'To make a link, you need all permissions that a member has.',
  make: 'Create link',
  renew: 'Replace link',
  renewQuestion: 'The link that you have given out stops working, and a new one takes its place.',
  end: 'End link',
  endQuestion: 'Nobody can join with this link anymore. Invitations by email stay valid.',
  made: 'Invite link created',
  ended: 'The link no longer works',
};
