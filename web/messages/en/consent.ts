/* Texts of the page on which a person lets an application act for them. */

export const consentTexts = {
  title: 'Connect an application',
  asks: (name: string) => `“${name}” asks for access`,
  as: (email: string) =>
    `It will act for you, ${email}, within the limits below. What it does is shown with its name.`,
  vouched: (host: string) => `${host} vouches for this name.`,
  unvouched:
    'Nobody has checked this name: the application has given it itself. Go on only if you have just begun this in an application that you trust.',
  returns: {
    site: (host: string) => `Afterwards you return to ${host}, which gets the access.`,
    computer: () => 'Afterwards you return to a program on this computer, which gets the access.',
    app: (scheme: string) => `Afterwards the app that opens ${scheme} gets the access.`,
  },
  onlyBoards: 'Everything else in the workspace stays hidden from it.',
  allow: 'Allow',
  refuse: 'Refuse',
  back: (to: string) => `Return to ${to}`,
  cannot: 'This cannot be allowed',
  leaving: 'Returning to the application…',
  leavingHint: 'You can close this page.',
};
