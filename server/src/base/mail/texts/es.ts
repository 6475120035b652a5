import type { BackupProblem } from '../../../../../contract/operator-shapes.ts';
import type { MailTexts } from '../compose.ts';

const unlessAsked = 'si no lo has pedido, puedes ignorar este correo';

const reasons = {
  gone: 'porque su receptor ha respondido que ya no existe (estado 410)',
  failing: 'porque durante cinco días ha fallado cada intento de entrega',
};

const backupProblems: Record<BackupProblem, string> = {
  'backup-failed': 'el último intento ha fallado',
  'backup-old': 'ninguna se ha completado en más de dos periodos',
  'backup-gone': 'la última copia válida falta o está dañada',
  'backup-incomplete': 'faltan archivos adjuntos en la última copia',
  'backup-folder-missing': 'la carpeta de BACKUP_TO no existe',
  'backup-folder-unwritable': 'no se puede escribir en la carpeta de BACKUP_TO',
  'backup-store-fails': 'no se puede usar el almacén de objetos',
  'backup-no-room': 'no hay espacio suficiente para la próxima',
  'backup-old-stay': 'no se pueden eliminar las antiguas',
};

export const es: MailTexts = {
  magicLink: {
    subject: 'Tu enlace para iniciar sesión',
    sentence: () => `Este enlace inicia tu sesión; funciona una vez, durante 10 minutos, y ${unlessAsked}.`,
    action: 'Iniciar sesión',
  },
  passwordReset: {
    subject: 'Elige una contraseña nueva',
    sentence: () =>
      'Con este enlace eliges una contraseña nueva, lo que cierra todas las sesiones de tu cuenta; funciona una vez, durante ' +
      `una hora, y ${unlessAsked}.`,
    action: 'Elegir una contraseña nueva',
  },
  newAddress: {
    subject: 'Confirma tu nuevo correo electrónico',
    sentence: () =>
      'Abre este enlace con la sesión iniciada para que esta sea la dirección de tu cuenta; funciona una vez, durante una ' +
      `hora, y ${unlessAsked}.`,
    action: 'Confirmar la dirección',
  },
  addressChanged: {
    subject: 'Se ha cambiado el correo electrónico de tu cuenta',
    sentence: () =>
      'Tu cuenta tiene ahora otro correo electrónico, y este ya no le da acceso; si no has sido tú, avisa de inmediato a la ' +
      'administración del servicio.',
    action: 'Abrir Taskboard',
  },
  passwordChanged: {
    subject: 'Se ha cambiado la contraseña de tu cuenta',
    sentence: () =>
      'Tu cuenta tiene ahora otra contraseña; si no has sido tú, elige una nueva con «¿Has olvidado tu contraseña?» al iniciar sesión ' +
      'y revisa el registro de seguridad en los ajustes de tu cuenta.',
    action: 'Abrir el registro de seguridad',
  },
  factorsChanged: {
    subject: 'Se han cambiado los segundos factores de tu cuenta',
    sentence: () =>
      'Se ha añadido, quitado o sustituido un segundo factor o los códigos de recuperación de tu cuenta; si no has sido tú, ' +
      'cambia tu contraseña y revisa el registro de seguridad en los ajustes de tu cuenta.',
    action: 'Abrir el registro de seguridad',
  },
  accountDeleted: {
    subject: 'Se ha eliminado tu cuenta',
    sentence: () =>
      'Se han eliminado tu cuenta y tu correo electrónico; lo que escribiste permanece en los espacios de trabajo, sin tu nombre.',
    action: 'Abrir Taskboard',
  },
  invitation: {
    subject: 'Invitación a un espacio de trabajo',
    sentence: ({ to, workspace, from }) =>
      'Tienes una invitación a un espacio de trabajo, al que puedes unirte durante 7 días con una cuenta de la dirección ' +
      `${to}: se llama ${workspace}${from === null ? '' : `, y la persona que te invita se llama ${from}`}.`,
    action: 'Leer la invitación',
  },
  boardPublished: {
    subject: 'Un tablero se ha hecho público',
    sentence: ({ board, workspace, by }) =>
      'Un tablero de un espacio de trabajo que administras se ha hecho público, y cualquiera que tenga su dirección puede ' +
      `leerlo sin iniciar sesión: se llama ${board}, en el espacio de trabajo ${workspace}, y lo ha hecho ${by}.`,
    action: 'Abrir los ajustes del tablero',
  },
  boardUnpublished: {
    subject: 'Un tablero ya no es público',
    sentence: ({ board, workspace, by }) =>
      'Un tablero de un espacio de trabajo que administras ya no es público, y solo pueden leerlo las personas del espacio de ' +
      `trabajo: se llama ${board}, en el espacio de trabajo ${workspace}, y lo ha hecho ${by}.`,
    action: 'Abrir los ajustes del tablero',
  },
  webhookDisabled: {
    subject: 'Se ha desactivado un webhook',
    sentence: ({ reason, name, workspace }) =>
      `Se ha desactivado un webhook de un espacio de trabajo que administras, ${reasons[reason]}: se llama ${name}, en el ` +
      `espacio de trabajo ${workspace}.`,
    action: 'Abrir el webhook',
  },
  chatDisabled: {
    subject: 'Ya no se publica en un chat',
    sentence: ({ reason, name, workspace }) =>
      `Se ha desactivado un chat de un tablero, ${reasons[reason]}: se llama ${name}, en el espacio de trabajo ${workspace}.`,
    action: 'Abrir los chats del tablero',
  },
  test: {
    subject: 'Correo de prueba',
    sentence: () =>
      'Administras este servicio y has pedido un correo de prueba: los correos llegan, como puedes ver.',
    action: 'Abrir la página de administración',
  },
  backupsFail: {
    subject: 'Las copias de seguridad necesitan atención',
    sentence: ({ problems }) =>
      `Hay problemas con las copias de seguridad programadas: ${problems.map((code) => backupProblems[code]).join('; ')}.`,
    action: 'Ver qué falla',
  },
  backupsWork: {
    subject: 'Las copias de seguridad vuelven a funcionar',
    sentence: () => 'El problema con las copias de seguridad programadas se ha resuelto.',
    action: 'Abrir la página de administración',
  },
};
