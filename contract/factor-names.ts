/** How a second factor is called that nobody has named; pages say it in their language. */
export const factorNames = { totp: 'Authenticator app', passkey: 'Passkey' } as const;
