/* Issues of single sign-on: providers, groups, and what workspaces demand of sessions. See `issue-texts.ts`. */

export const ofSignOn = {
  'provider-only': 'People with this address sign in with {provider} only',
  'issuer-missing': '{field} is missing: this provider says with each answer that it is its own',
  'sign-in-again': 'Sign in again first: this takes a session that was opened within the last ten minutes',
  'wrong-logout-token': '{field} is not a logout token of the provider ({reason})',
  'provider-not-trusted':
    '{field} is not a provider whose groups this workspace may follow: the operator decides that',
  'group-mapped': '{field}: this group has a role already',
  'provider-demanded': 'This workspace can be opened only by those who have signed in with its provider',
  'session-too-old': 'This workspace wants you to sign in again: your session was opened too long ago',
  'session-idle': 'This workspace wants you to sign in again: your session was unused for too long',
  'address-not-allowed': 'This workspace cannot be opened from your network address',
  'no-workspace': 'There is no workspace {id}',
  'unknown-provider': '{field} is not a provider to sign in with',
  'wrong-network': '{field}: {network} is not a network such as 192.0.2.0/24 or 2001:db8::/32',
} as const;
