/* How a workspace wants its members to sign in, and what a directory tells it. */

export const signOnTexts = {
  provider: 'Members sign in with',
  anyWay: 'Any way',
  providerHint:
    'The workspace is closed to sessions that were opened in another way, and to API keys that are not limited to it. Guests are no exception.',
  firstBy: 'Sign in with this provider yourself first, so that you do not lock yourself out.',
  session: 'Sign in again after',
  noLimit: 'No limit of its own',
  sessionHint: 'A session that was opened longer ago opens the workspace after signing in again.',
  idle: 'Sign in again after a pause of',
  idleHint:
    'A session that was unused for longer opens the workspace after signing in again. A page that is only left open does not use it.',
  minutes: (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`),
  hours: (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`),
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  networks: 'Only from these networks',
  networksHint:
    'One on each line, such as 192.0.2.0/24. Empty for everywhere. It must contain the address that you are at.',
  firstNear: 'You would lock yourself out: your own address is not in these networks.',
  firstAgain: 'You would lock yourself out: sign in again first.',
  groups: 'Groups',
  groupsHint:
    'People of these groups get a role here: those of a provider when they sign in, those of a directory at once.',
  noGroups: 'No group gives a role yet.',
  directory: 'Directory (SCIM)',
  group: 'Group',
  of: 'From',
  role: 'Role',
  add: 'Add group',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  scim: 'Directory',
  scimHint:
    'A directory such as Entra ID or Okta adds, suspends and removes members by SCIM 2.0. It needs this address and a token.',
  address: 'Address',
  token: 'Token',
  makeToken: 'Create token',
  tokenHint:
    'The token is an API key of yours, and stops working when you are no admin any more. You can revoke it under API keys.',
  closedBy: (workspace: string) => `${workspace} opens only to those who have signed in with its provider.`,
  closedOld: (workspace: string) => `${workspace} wants you to sign in again.`,
  closedFar: (workspace: string) => `${workspace} cannot be opened from the network that you are in.`,
  again: 'Sign in again',
};
