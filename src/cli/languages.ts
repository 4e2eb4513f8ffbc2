import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isLanguageCode, readTranslation, writeTemplate } from '#page-texts'
import { settingsOrMistakes } from './settings.ts'
import { usages } from './usages.ts'

/** Writes the texts of status pages to translate, and checks files of translations. Returns the exit code. */
export async function languages([action, ...args]: readonly string[]): Promise<number> {
  if (action === 'template') return template(args)
  if (action === 'check') return check(args)
  return misused('Name the action: template or check.')
}

function template([language = '']: readonly string[]): number {
  if (!isLanguageCode(language)) return misused('Name the language by its code, for example fr or pt-BR.')
  process.stdout.write(writeTemplate(language))
  return 0
}

/** Exit code 1 when a text cannot be used. */
async function check(files: readonly string[]): Promise<number> {
  const chosen = files.length > 0 ? files : filesOfSettings()
  if (chosen === null) return 1
  let code = 0
  for (const file of chosen) {
    const { problems, missing } = await readTranslation(file)
    for (const { key, problem } of problems) process.stdout.write(`${file}${key === '' ? '' : ` ${key}`}: ${problem}\n`)
    for (const key of missing ?? []) process.stdout.write(`${file} ${key}: missing\n`)
    if (problems.length > 0) code = 1
    else process.stdout.write(`${file}: can be used\n`)
  }
  return code
}

/** Null, after saying why, without a directory that can be read. */
function filesOfSettings(): readonly string[] | null {
  const directory = settingsOrMistakes()?.pageLanguagesDir
  if (directory === undefined) return null
  if (directory === null) {
    process.stderr.write('Name files, or set BELFRY_PAGE_LANGUAGES_DIR.\n')
    return null
  }
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(directory, name))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return null
  }
}

function misused(problem: string): number {
  process.stderr.write(`${problem}\n\n${usages.languages}`)
  return 2
}
