export const ofOAuth = {
  'unknown-application':
    '{field} : cette application n’est pas connue ici, ou ne l’est plus ; recommencez dans l’application',
  'foreign-return-address': '{field} : l’adresse de retour n’est pas de celles que l’application a nommées',
  'application-refused': '{field} : cette demande de l’application ne peut pas être autorisée',
};
