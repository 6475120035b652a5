export const consentTexts = {
  title: 'Conectar una aplicación',
  asks: (name: string) => `«${name}» pide acceso`,
  as: (email: string) =>
    `Actuará en tu nombre, ${email}, dentro de los límites de abajo. Lo que haga se muestra con su nombre.`,
  vouched: (host: string) => `${host} responde de este nombre.`,
  unvouched:
    'Nadie ha comprobado este nombre: la aplicación se lo ha puesto ella misma. Continúa solo si acabas de empezar esto en una aplicación de confianza.',
  returns: {
    site: (host: string) => `Después vuelves a ${host}, que recibe el acceso.`,
    computer: () => 'Después vuelves a un programa de este ordenador, que recibe el acceso.',
    app: (scheme: string) => `Después recibe el acceso la aplicación que abre ${scheme}.`,
  },
  onlyBoards: 'Todo lo demás del espacio de trabajo queda oculto para ella.',
  allow: 'Permitir',
  refuse: 'Rechazar',
  back: (to: string) => `Volver a ${to}`,
  cannot: 'Esto no se puede permitir',
  leaving: 'Volviendo a la aplicación…',
  leavingHint: 'Puedes cerrar esta página.',
};
