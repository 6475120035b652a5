export const ofFactors = {
  'keys-of-bots-only':
    'Cet espace de travail n’accepte que les clés d’API des bots, pas celles des personnes',
  'key-too-old':
    'La clé d’API est plus ancienne que cet espace de travail ne le permet : créez-en une nouvelle',
  'key-unused':
    'La clé d’API n’a pas servi depuis si longtemps qu’elle n’est plus valable dans cet espace de travail : créez-en une nouvelle',
  'key-ended': 'La clé d’API n’est plus valable dans cet espace de travail : créez-en une nouvelle',
  'exports-of-admins': 'Dans cet espace de travail, seules les personnes qui le gèrent peuvent exporter',
  'second-factor-wrong': 'Le code, le code de récupération ou la clé d’accès est incorrect, ou a déjà servi',
  'one-second-factor': 'Le corps doit avoir l’un des champs code, recoveryCode et passkey',
  'passkey-wrong': '{field} n’est pas la réponse de cette clé d’accès',
  'code-wrong': '{field} n’est pas le code que l’application affiche maintenant',
  'no-second-factor': 'Le compte n’a pas de second facteur pour cela',
  'second-factor-demanded': 'Cet espace de travail ne s’ouvre qu’avec un compte qui a un second facteur',
  'second-factor-required': 'Ajoutez d’abord un second facteur à votre compte',
  'policy-unmet': 'Vous ne remplissez pas vous-même cette exigence : {policy}',
  'confirmation-required': 'Confirmez d’abord votre identité (POST /auth/confirm)',
};
