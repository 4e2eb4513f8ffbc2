import type { Log } from '#kernel'
import { readPageLanguages } from '#page-texts'
import type { PageLanguages } from '#page-texts'
import type { Settings } from '../settings/settings.ts'

/** The languages of status pages. A file with mistakes is reported, and the rest of it used. */
export async function loadPageLanguages(
  { pageLanguagesDir: directory }: Pick<Settings, 'pageLanguagesDir'>,
  log: Log,
): Promise<PageLanguages> {
  const { languages, problems } = await readPageLanguages(directory)
  for (const { file, key, problem } of problems)
    log.warn({ directory, file, key, problem }, 'A text in a language of status pages cannot be used')
  return languages
}
