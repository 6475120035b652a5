export const ofFactors = {
  'keys-of-bots-only': 'Este espacio de trabajo solo admite claves de API de bots, no las de personas',
  'key-too-old': 'La clave de API es más antigua de lo que permite este espacio de trabajo: crea una nueva',
  'key-unused':
    'La clave de API lleva tanto tiempo sin usarse que ya no es válida en este espacio de trabajo: crea una nueva',
  'key-ended': 'La clave de API ya no es válida en este espacio de trabajo: crea una nueva',
  'exports-of-admins': 'En este espacio de trabajo solo puede exportar quien lo gestiona',
  'second-factor-wrong':
    'El código, el código de recuperación o la clave de acceso no es correcto o ya se ha usado',
  'one-second-factor': 'El cuerpo debe tener uno de los campos code, recoveryCode y passkey',
  'passkey-wrong': '{field} no es la respuesta de esta clave de acceso',
  'code-wrong': '{field} no es el código que la aplicación muestra ahora',
  'no-second-factor': 'La cuenta no tiene un segundo factor para esto',
  'second-factor-demanded': 'Este espacio de trabajo solo se abre con una cuenta que tenga un segundo factor',
  'second-factor-required': 'Añade primero un segundo factor a tu cuenta',
  'policy-unmet': 'Tú no cumples esta exigencia: {policy}',
  'confirmation-required': 'Confirma primero que eres tú (POST /auth/confirm)',
};
