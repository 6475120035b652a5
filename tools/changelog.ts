/** The text of the newest section of a changelog if it is that of this version, and dated; undefined otherwise. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const [, title = '', text = ''] = /^## (.+)\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? [];
  const isDated = new RegExp(`^${RegExp.escape(version)} – \\d{4}-\\d\\d-\\d\\d$`).test(title);
  return isDated ? `${text.trim()}\n` : undefined;
}
