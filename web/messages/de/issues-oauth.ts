export const ofOAuth = {
  'unknown-application':
    '{field}: Diese Anwendung ist hier nicht oder nicht mehr bekannt; beginne noch einmal in der Anwendung',
  'foreign-return-address':
    '{field}: Die Rücksprungadresse ist keine von denen, die die Anwendung genannt hat',
  'application-refused': '{field}: Diese Anfrage der Anwendung kann nicht erlaubt werden',
};
