export const ofOAuth = {
  'unknown-application':
    '{field}: esta aplicación no se conoce aquí, o ya no; empieza de nuevo en la aplicación',
  'foreign-return-address': '{field}: la dirección de vuelta no es una de las que ha nombrado la aplicación',
  'application-refused': '{field}: esta petición de la aplicación no se puede permitir',
};
