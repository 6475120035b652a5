import { languageNames } from '../../contract/languages.ts';
import { users } from '../../contract/users.ts';
import { Select } from '../app/form.tsx';
import { keepLanguage } from '../app/own-language.ts';
import { problemOf } from '../app/problem.ts';
import { chooseRegion } from '../app/region.ts';
import { server } from '../app/session.ts';
import { chooseTheme, theme, themes } from '../app/theme.ts';
import { setSingleKeys, singleKeys } from '../commands/single-keys.ts';
import { browserRegion, example, region, regionName, regions } from '../messages/formats.ts';
import { profileTexts } from '../messages/pages.ts';
import { settingsTexts } from '../messages/settings.ts';
import { t } from '../messages/t.ts';
import { language } from '../messages/tag.ts';
import { toast } from '../ui/toast.tsx';
import { Head } from './settings-frame.tsx';

/** Changes the language of the account, and loads the page again in it. */
async function speakFromNowOn(locale: string): Promise<void> {
  try {
    await server.ask(users.update, { body: { locale } });
    if (keepLanguage(locale)) location.reload();
  } catch (error) {
    toast(problemOf(error));
  }
}

/** The language of the account, and the settings stored in this browser: theme, date format and single-key shortcuts. */
export function Appearance() {
  const sample = new Date(new Date().getFullYear(), 11, 31, 14, 30);
  const named = (of: string) => `${example(of, sample)} (${regionName(of)})`;
  return (
    <section>
      <Head title={settingsTexts.appearance} hint={profileTexts.appearanceHint} />
      <fieldset class="themes">
        <legend class="field-label">{profileTexts.theme}</legend>
        {themes.map((each) => (
          <label key={each} class="theme" data-shown={each}>
            <input
              type="radio"
              name="theme"
              checked={theme.value === each}
              onChange={() => chooseTheme(each)}
            />
            <span class="theme-sample" aria-hidden="true" />
            {profileTexts.themes[each]}
          </label>
        ))}
      </fieldset>
      <Select
        label={profileTexts.language}
        name="language"
        hint={profileTexts.languageHint}
        value={language}
        onChange={(chosen) => void speakFromNowOn(chosen)}
      >
        {Object.entries(languageNames).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={profileTexts.formats}
        name="formats"
        value={region.value ?? ''}
        onChange={(chosen) => chooseRegion(chosen || null)}
      >
        <option value="">{profileTexts.asBrowser(example(browserRegion(), sample))}</option>
        {regions().map((each) => (
          <option key={each} value={each}>
            {named(each)}
          </option>
        ))}
      </Select>
      <label class="check">
        <input
          type="checkbox"
          checked={singleKeys.value}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
        {t.commands.single}
      </label>
    </section>
  );
}
