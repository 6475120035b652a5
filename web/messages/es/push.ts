export const pushTexts = {
  title: 'En este dispositivo',
  hint: 'Recibe avisos en este navegador, también cuando Taskboard no está abierto.',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  on: 'Este navegador recibe avisos.',
  off: 'Este navegador no recibe avisos.',
  turnedOn: 'Los avisos están activados en este navegador',
  turnedOff: 'Los avisos están desactivados en este navegador',
  denied:
    'Has bloqueado los avisos de este sitio. Permítelos en los ajustes de tu navegador y vuelve a cargar esta página.',
  dismissed: 'Tu navegador no ha permitido los avisos',
  unsupported: 'Este navegador no puede recibir avisos de sitios web.',
  insecure: 'Los navegadores solo reciben avisos de sitios con https.',
  homeScreen:
    'En un iPhone o iPad, añade primero Taskboard a la pantalla de inicio: toca Compartir y luego Añadir a pantalla de inicio. Ábrelo desde ahí y vuelve a esta página.',
  unreachable: 'Tu navegador no ha podido conectar con su servicio de avisos. Inténtalo más tarde.',
  devices: 'Dispositivos',
  devicesHint: 'Un dispositivo deja de recibir avisos cuando cierras la sesión en él o terminas su sesión.',
  sessions: 'Sesiones',
  thisOne: 'este navegador',
  since: (day: string) => `desde el ${day}`,
};
