const ofServices = {
  'not-connected':
    'Vous n’êtes pas connecté : enregistrez d’abord un jeton avec PUT /integrations/{provider}',
  'provider-refuses-token': '{reason}',
  'provider-fails': '{reason}',
  'provider-board-gone': 'Le tableau n’existe plus, ou votre connexion ne peut pas le lire',
  'provider-board-unknown': '{field} : {id} n’est pas un tableau que votre connexion peut lire',
  'provider-project-unknown': '{field} : {id} n’est pas un projet que votre connexion peut lire',
  'provider-project-gone': '{id} n’est pas un projet que votre connexion peut lire',
  'provider-file-refused': 'Le fichier a été refusé',
};

const ofImports = {
  'import-ended': 'L’import est terminé',
  'import-unknown': 'Cette version ne connaît pas ce genre d’import',
  'import-not-allowed': 'La personne qui l’a lancé ne peut plus créer de tableaux là-bas',
  'import-place-gone': 'L’espace de travail ou le tableau n’existe plus',
  'export-not-allowed': 'Vous ne pouvez plus le voir',
  'job-failed': '{reason}',
  'job-refused': 'Cela a été refusé',
  'job-running': 'Ce travail est déjà en cours',
  'job-interrupted': 'Cela a été interrompu ; le journal du service dit pourquoi',
  'job-deaths':
    'Le service s’est arrêté {max} fois pendant ce travail, qui peut en être la cause ; il n’y aura pas d’autre tentative',
  'file-incomplete': 'L’envoi n’a pas été terminé : envoyez de nouveau le fichier',
  'file-gone': 'Le fichier n’existe plus',
  'file-empty': 'Le fichier est vide',
  'file-not-read': '{reason}',
  'file-too-much-in-place': 'Il y a trop de choses au même endroit du fichier',
  'board-limit': '« {board} » : {max} au plus sont autorisés, et il y en aurait {count}',
  'board-limit-of-file': '« {board} » : {max} au plus sont autorisés, pas {count}',
  'card-too-large': 'La carte « {title} » a plus de {max} octets',
};

const ofJson = {
  'file-not-json': 'Le fichier n’est pas du JSON valide{place}',
  'file-not-objects': 'Le fichier n’est pas du JSON valide, ou pas une liste d’objets',
  'file-nested-too-deep': 'Le fichier est imbriqué sur plus de {max} niveaux{place}',
  'file-too-many-values': 'Une entrée du fichier a plus de {max} valeurs{place}',
  'file-too-many-entries': 'Le fichier a plus de {max} entrées',
  'file-entry-too-large': 'Une entrée du fichier dépasse {max} octets{place}',
};

const ofLines = {
  'line-of-other-board':
    'Ligne {line} : le fichier a des cartes de plusieurs tableaux ; importez un tableau à la fois',
  'line-fields':
    'La ligne {line} a {fields} champs, et la première seulement {count} : manque-t-il un guillemet ?',
  'line-fields-of-export':
    'La ligne {line} a {fields} champs, et la première {count} : le fichier est-il entier ?',
  'line-without-title':
    'Ligne 1 : aucune colonne ne s’appelle « titre », « nom » ou « résumé ». Colonnes inconnues : {columns}',
  'column-unknown':
    'mapping : la table n’a pas de colonne {place} ; on compte à partir de 0, et les colonnes de même titre n’en font qu’une',
  'line-too-long': 'Ligne {line} : une ligne a plus de {max} caractères ; manque-t-il un guillemet ?',
  'line-too-many-fields': 'Ligne {line} : une ligne a plus de {max} champs',
  'line-after-quote': 'Ligne {line} : il y a du texte après un guillemet fermant',
  'line-open-quote': 'Ligne {line} : un guillemet est ouvert et jamais fermé',
  'line-not-utf8': 'Ligne {line} : le texte n’est pas en UTF-8 ; enregistrez le fichier en « CSV UTF-8 »',
  'line-invalid': 'Ligne {line} : {reason}',
  'line-without-type': 'La ligne {line} n’a pas de type',
  'line-after-end': 'La ligne {line} vient après la fin',
  'line-too-large': 'La ligne {line} est trop longue',
  'line-too-many-values': 'La ligne {line} a plus de {max} valeurs',
  'line-not-json': 'La ligne {line} n’est pas du JSON valide en UTF-8',
};

const ofZips = {
  'zip-not-export': 'Le zip n’est pas un export : il ne contient pas export.json',
  'zip-export-invalid': 'Le zip n’est pas un export : export.json n’est pas comme il devrait',
  'zip-not-export-of': 'Le zip n’est pas un export de {tool} : il n’a pas de {file}',
  'zip-file-missing': 'Le zip n’a pas de {file}',
  'zip-file-too-large': 'Dans le zip, {file} a plus de {max} octets',
  'zip-file-damaged': 'Dans le zip, {file} est endommagé',
  'zip-file-size': 'Dans le zip, {file} a {found} octets ; il devrait en avoir {size}',
  'zip-file-twice': 'Le zip a deux fois le même fichier',
  'zip-too-many-files': 'Le zip a plus de {max} fichiers',
  'zip-too-packed': 'Le zip décompressé dépasse {max} fois sa taille',
  'zip-encrypted': 'Le zip est chiffré, ou compressé d’une façon inhabituelle',
  'not-zip': 'Le fichier n’est pas un zip, ou pas entier',
  'zip-damaged': 'La liste des fichiers du zip est endommagée, ou a des noms qui en sortent',
  'file-not-attachable': '« {file} » ne peut pas être joint',
  'file-not-base64': 'Un fichier de l’export n’est pas en base64',
};

const ofExports = {
  'export-version': 'L’export a la version {found} ; seule la version {version} peut être lue',
  'export-without-board': 'L’export n’a pas de tableau',
  'export-without-this-board': 'L’export n’a pas ce tableau',
  'export-of-several': 'L’export a {count} tableaux ({boards}) : dites lequel avec `board`',
  'export-cut-off': 'L’export n’est pas entier : la fin d’un tableau manque',
  'export-of-trello': 'Ce n’est pas un export de tableau : il n’a pas de listes ou pas de cartes',
  'export-of-planka':
    'Ce n’est pas un tableau tel que l’API de PLANKA l’envoie : il n’a pas de « item », ou pas de « lists » et « cards » dans « included »',
  'export-of-wekan':
    'Ce n’est pas un export de tableau de WeKan : son « _format » n’est pas « wekan-board-1.0.0 »',
  'export-of-kanboard':
    'Ligne 1 : ce n’est pas un export de tâches de Kanboard : il n’a pas « Task Id », « Column » et « Title »',
  'export-of-kanboard-line':
    'Ligne {line} : ce n’est pas un export de tâches de Kanboard : « Task Id » n’est pas un nombre',
  'export-of-vikunja': 'Les exports d’avant Vikunja 0.21 ne peuvent pas être lus : mettez-le d’abord à jour',
  'export-without-projects': 'L’export n’a pas de projets',
  'export-without-this-project': 'L’export n’a pas de projet « {project} ». Il a : {projects}',
  'export-of-several-projects':
    'Dites avec `board` quel projet importer, par son identifiant. L’export a : {projects}',
};

export const ofImported = {
  ...ofServices,
  ...ofImports,
  ...ofJson,
  ...ofLines,
  ...ofZips,
  ...ofExports,
};
