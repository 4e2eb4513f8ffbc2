import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import type { PageMessages } from './messages.ts'
import type { PageTexts } from './page-texts.ts'
import { translate } from './translate.ts'

/** The languages of an installation; the first is that of readers who ask for no other. */
export type PageLanguages = readonly [PageTexts, ...PageTexts[]]

/** Those of the product, by their codes. */
const messagesByLanguage: ReadonlyMap<string, PageMessages> = new Map([
  ['en', en],
  ['de', de],
])

/** The texts that take the place of those that a translation into a language does not have. */
export const modelOf = (language: string): PageMessages => messagesByLanguage.get(language) ?? en

const builtIn = (language: string): PageTexts => translate(language, {}, modelOf(language)).texts

export const builtInLanguages: PageLanguages = [builtIn('en'), builtIn('de')]

/** The languages that a page names. */
interface Speaking {
  /** The codes among which readers get theirs; empty: all. */
  readonly languages: readonly string[]
}

/** The languages that a page speaks: those of the installation if it names none that the installation has. */
export function languagesOf({ languages }: Speaking, all: PageLanguages = builtInLanguages): PageLanguages {
  const [first, ...others] = languages.flatMap((code) => all.find(({ language }) => language === code) ?? [])
  return first === undefined ? all : [first, ...others]
}

/** The texts for a reader of a page: in the language with this code, or in the first that the page speaks. */
export function textsOf(page: Speaking, language: string | null, all?: PageLanguages): PageTexts {
  const spoken = languagesOf(page, all)
  return spoken.find((texts) => texts.language === language) ?? spoken[0]
}
