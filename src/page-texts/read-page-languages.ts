import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { builtInLanguages, modelOf } from './page-languages.ts'
import type { PageLanguages } from './page-languages.ts'
import { translate } from './translate.ts'
import type { Translation, TranslationProblem } from './translate.ts'

/** A problem of a file with texts; `file` is empty for one of the directory. */
export interface FileProblem extends TranslationProblem {
  readonly file: string
}

const maxBytes = 256 * 1024
const maxFiles = 50
const languageCode = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i

/** Whether a text is the code of a language, with its script and its region if they matter: `fr`, `zh-Hant`, `pt-BR`. */
export const isLanguageCode = (text: string): boolean => languageCode.test(text)

/** The texts in a file whose name is the code of its language, such as `pt-BR.json`. */
export async function readTranslation(path: string): Promise<Partial<Translation> & Pick<Translation, 'problems'>> {
  const name = basename(path, '.json')
  if (!isLanguageCode(name))
    return { problems: [{ key: '', problem: 'The name of the file is not the code of a language, such as fr.json.' }] }
  const language = Intl.getCanonicalLocales(name)[0] ?? name
  try {
    if ((await stat(path)).size > maxBytes)
      return { problems: [{ key: '', problem: 'The file has more than 256 kB.' }] }
    return translate(language, JSON.parse(await readFile(path, 'utf8')), modelOf(language))
  } catch (error) {
    return { problems: [{ key: '', problem: error instanceof Error ? error.message : String(error) }] }
  }
}

/**
 * The languages of the product and those that a directory has files of. What is wrong with a file is among the problems,
 * and the rest of it is used.
 */
export async function readPageLanguages(
  directory: string | null,
): Promise<{ readonly languages: PageLanguages; readonly problems: readonly FileProblem[] }> {
  if (directory === null) return { languages: builtInLanguages, problems: [] }
  const problems: FileProblem[] = []
  const found = new Map(builtInLanguages.map((texts) => [texts.language, texts]))
  for (const file of await filesIn(directory, problems)) {
    const { texts, problems: ofFile } = await readTranslation(join(directory, file))
    problems.push(...ofFile.map((problem) => ({ ...problem, file })))
    if (texts !== undefined) found.set(texts.language, texts)
  }
  const [english = builtInLanguages[0], ...others] = found.values()
  return { languages: [english, ...others], problems }
}

async function filesIn(directory: string, problems: FileProblem[]): Promise<readonly string[]> {
  try {
    const files = (await readdir(directory)).filter((name) => name.endsWith('.json')).toSorted()
    if (files.length > maxFiles)
      problems.push({ file: '', key: '', problem: `Only the first ${maxFiles} of ${files.length} files are used.` })
    return files.slice(0, maxFiles)
  } catch (error) {
    problems.push({ file: '', key: '', problem: error instanceof Error ? error.message : String(error) })
    return []
  }
}
