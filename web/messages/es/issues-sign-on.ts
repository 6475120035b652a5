export const ofSignOn = {
  'provider-only': 'Quienes tienen esta dirección inician sesión solo con {provider}',
  'issuer-missing': 'Falta {field}: este proveedor indica en cada respuesta que es suya',
  'sign-in-again':
    'Primero vuelve a iniciar sesión: la sesión debe haberse abierto en los últimos diez minutos',
  'wrong-logout-token': '{field} no es un token de cierre de sesión del proveedor ({reason})',
  'provider-not-trusted':
    '{field} no es un proveedor cuyos grupos pueda seguir este espacio de trabajo: lo decide la administración del servicio',
  'group-mapped': '{field}: este grupo ya tiene un rol',
  'provider-demanded': 'Solo quien ha iniciado sesión con su proveedor puede abrir este espacio de trabajo',
  'session-too-old':
    'Este espacio de trabajo pide que vuelvas a iniciar sesión: tu sesión se abrió hace demasiado tiempo',
  'session-idle':
    'Este espacio de trabajo pide que vuelvas a iniciar sesión: tu sesión estuvo demasiado tiempo sin usarse',
  'address-not-allowed': 'Este espacio de trabajo no se puede abrir desde tu dirección de red',
  'no-workspace': 'No hay ningún espacio de trabajo {id}',
  'unknown-provider': '{field} no es un proveedor con el que iniciar sesión',
  'wrong-network': '{field}: {network} no es una red como 192.0.2.0/24 o 2001:db8::/32',
} as const;
