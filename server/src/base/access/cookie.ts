/** A cookie that scripts cannot read, as a header sets it: for `seconds`, or no longer with 0. */
export function cookie(publicUrl: string, name: string, value: string, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of the first cookie of a name, as a header sends them. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`;
  return header
    ?.split(/; */)
    .find((each) => each.startsWith(start))
    ?.slice(start.length);
}
