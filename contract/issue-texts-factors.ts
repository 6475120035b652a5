/* Issues of second factors and of what workspaces demand: see `issue-texts.ts`. */

export const ofFactors = {
  'second-factor-wrong': 'The code, recovery code or passkey is wrong, or was used before',
  'one-second-factor': 'The body must have one of the fields code, recoveryCode and passkey',
  'passkey-wrong': '{field} is not what this passkey answers',
  'code-wrong': '{field} is not the code that the app shows now',
  'no-second-factor': 'The account has no second factor for this',
  'second-factor-demanded': 'This workspace can only be opened with an account that has a second factor',
  'keys-of-bots-only': 'This workspace can be opened with API keys of bots only, not with those of people',
  'key-too-old': 'The API key is older than this workspace allows: make a new one',
  'key-unused': 'The API key was not used for so long that it has ended in this workspace: make a new one',
  'key-ended': 'The API key has ended in this workspace: make a new one',
  'exports-of-admins': 'In this workspace only those who manage it may export',
  'second-factor-required': 'Add a second factor to your account first',
  'policy-unmet': 'You do not meet this policy yourself: {policy}',
  'confirmation-required': 'Confirm that it is you first (POST /auth/confirm)',
} as const;
