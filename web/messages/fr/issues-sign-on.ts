export const ofSignOn = {
  'provider-only': 'Les personnes qui ont cette adresse se connectent uniquement par {provider}',
  'issuer-missing': '{field} manque : ce fournisseur indique dans chaque réponse qu’elle vient de lui',
  'sign-in-again':
    'Reconnectez-vous d’abord : la session doit avoir été ouverte dans les dix dernières minutes',
  'wrong-logout-token': '{field} n’est pas un jeton de déconnexion du fournisseur ({reason})',
  'provider-not-trusted':
    '{field} n’est pas un fournisseur dont cet espace de travail peut suivre les groupes : c’est l’administration du service qui en décide',
  'group-mapped': '{field} : ce groupe a déjà un rôle',
  'provider-demanded':
    'Seules les personnes connectées par son fournisseur peuvent ouvrir cet espace de travail',
  'session-too-old':
    'Cet espace de travail vous demande de vous reconnecter : votre session a été ouverte il y a trop longtemps',
  'session-idle':
    'Cet espace de travail vous demande de vous reconnecter : votre session est restée inutilisée trop longtemps',
  'address-not-allowed': 'Cet espace de travail ne peut pas être ouvert depuis votre adresse réseau',
  'no-workspace': 'Il n’y a pas d’espace de travail {id}',
  'unknown-provider': '{field} n’est pas un fournisseur de connexion',
  'wrong-network': '{field} : {network} n’est pas un réseau comme 192.0.2.0/24 ou 2001:db8::/32',
} as const;
