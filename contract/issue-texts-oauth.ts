/* Issues of applications that ask for access: see `issue-texts.ts`. */

export const ofOAuth = {
  'unknown-application':
    '{field}: this application is not known here, or no longer; begin again in the application',
  'foreign-return-address':
    '{field}: the address to return to is not one of those that the application has named',
  'application-refused': '{field}: this request of the application cannot be allowed',
} as const;
