export const mailedTexts = {
  signIn: 'Iniciar sesión con un enlace',
  signInHint: 'El enlace funciona una vez, para la dirección a la que se envió.',
  sendReset: 'Recibir un enlace por correo',
  resetSent: (email: string) =>
    `Si ${email} tiene una cuenta aquí, ya hay un correo con un enlace en camino.`,
  forgotHint: 'Escribe tu correo electrónico y te enviaremos un enlace para establecer una contraseña nueva.',
  setPassword: 'Establecer contraseña',
  passwordSet: 'Tu contraseña nueva está lista',
  confirm: 'Confirmar la dirección nueva',
  confirmHint: 'Después iniciarás sesión con ella.',
  invited: (workspace: string) => `Unirse a ${workspace}`,
  invitedBy: (inviter: string | null, workspace: string) =>
    inviter === null
      ? `Tienes una invitación al espacio de trabajo ${workspace}.`
      : `${inviter} te invita al espacio de trabajo ${workspace}.`,
  onlyFor: (email: string) => `Esta invitación es para ${email}.`,
  forOther: (email: string, own: string) =>
    `Esta invitación es para ${email}. Has iniciado sesión como ${own}.`,
  otherAccount: 'Usar otra cuenta',
  stay: 'Ir a mis tableros',
  accepted: 'Esta invitación ya se ha aceptado.',
  open: 'Abrir Taskboard',
  notOpen: 'Esta invitación ya no vale. Pide una nueva.',
  join: 'Unirse',
  joinAs: (email: string) => `Te unirás como ${email}.`,
  signUpAndJoin: 'Crear cuenta y unirse',
  notSignedIn: 'El inicio de sesión se canceló, o el proveedor lo rechazó.',
};
