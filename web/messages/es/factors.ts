import type { factorTexts as english } from '../en/factors.ts';
import { signOnTexts } from './sign-on.ts';

export const factorTexts: typeof english = {
  step: {
    title: 'Un paso más',
    hint: 'Escribe el código que muestra tu aplicación de autenticación.',
    code: 'Código',
    submit: 'Iniciar sesión',
    passkey: 'Usar una clave de acceso',
    toRecovery: 'Usar un código de recuperación',
    toCode: 'Usar la aplicación de autenticación',
    recoveryHint: 'Escribe uno de tus códigos de recuperación. Cada uno sirve una sola vez.',
    recovery: 'Código de recuperación',
    again: 'Empezar de nuevo',
    noPasskey: 'No se ha podido usar la clave de acceso. Inténtalo de nuevo o usa un código.',
  },
  confirm: {
    title: 'Confirma que eres tú',
    hint: 'Hace tiempo que no confirmas quién eres, y lo que vas a hacer puede durar más que tu sesión.',
    submit: 'Confirmar',
  },
  title: 'Segundos factores',
  hint: 'Con un segundo factor, la contraseña sola ya no basta para entrar en tu cuenta.',
  none: 'Aún no tienes ninguno.',
  kinds: { totp: 'Aplicación de autenticación', passkey: 'Clave de acceso' },
  used: (when) => `Último uso: ${when}`,
  addApp: 'Añadir una aplicación de autenticación',
  addPasskey: 'Añadir una clave de acceso',
  name: 'Nombre',
  nameHint: 'Para que lo reconozcas, por ejemplo «Móvil».',
  scan: 'Escanea esta imagen con la aplicación o escribe la clave en ella.',
  picture: 'Código QR para la aplicación de autenticación',
  key: 'Clave',
  codeOfApp: 'Código que la aplicación muestra ahora',
  add: 'Añadir',
  remove: 'Quitar',
  removeNamed: (name) => `Quitar ${name}`,
  removeQuestion: (name) => `¿Quitar ${name}?`,
  lastQuestion: (name) =>
    `¿Quitar ${name}? Es el último: después bastará con tu contraseña para entrar, y los códigos de recuperación dejarán de servir.`,
  added: 'Se ha añadido el segundo factor. Las demás sesiones se han cerrado.',
  codesTitle: 'Códigos de recuperación',
  codesOnce:
    'Guarda estos códigos donde los encuentres sin tu móvil. Con cada uno se puede entrar una vez. Solo se muestran ahora.',
  codesKept: 'Los he guardado',
  download: 'Guardar en un archivo',
  left: (count) =>
    count === 0
      ? 'No quedan códigos de recuperación.'
      : count === 1
        ? 'Queda 1 código de recuperación.'
        : `Quedan ${count} códigos de recuperación.`,
  newCodes: 'Crear códigos nuevos',
  newCodesQuestion: '¿Crear códigos nuevos? Los que tienes dejarán de servir.',
  signOn: signOnTexts,
  demanded: {
    title: 'Seguridad',
    hint: 'Lo que este espacio de trabajo exige a sus miembros.',
    secondFactor: 'Los miembros necesitan un segundo factor',
    secondFactorHint:
      'El espacio de trabajo queda cerrado para los miembros que no tengan uno, y para sus claves de API, hasta que lo añadan; se les avisa por correo. Los bots no lo necesitan.',
    firstYourself: 'Añade primero un segundo factor a tu propia cuenta.',
    toFactors: 'Tus segundos factores',
  },
  closed: (workspace) => `${workspace} está cerrado para ti hasta que añadas un segundo factor a tu cuenta.`,
  required: 'Este servicio pide a todos un segundo factor. Añade uno a tu cuenta para continuar.',
  addOne: 'Añadir un segundo factor',
};
