/** Whether the service serves a file inline; others are downloaded. */
export const isPicture = (contentType: string): boolean =>
  /^image\/(?:png|jpeg|gif|webp|avif)$/i.test(contentType);

export const extensionOf = (name: string): string =>
  /\.([\p{L}\p{N}]{1,4})$/u.exec(name)?.[1]?.toUpperCase() ?? '';
