import { en } from './languages/en.ts'
import { isPlural } from './messages.ts'

/** The English texts as a file to translate into a language, with the plural forms of that language. */
export function writeTemplate(language: string): string {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const { locale: _locale, languageName: _name, ...messages } = en
  const languageName = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  const template = { languageName, ...messages }
  const text = JSON.stringify(
    template,
    (_key, value: unknown) => (isPlural(value) ? formsOf(value, pluralCategories) : value),
    2,
  )
  return `${text}\n`
}

const formsOf = (
  { one, other }: { readonly one?: string; readonly other: string },
  categories: readonly Intl.LDMLPluralRule[],
): object => Object.fromEntries(categories.map((category) => [category, category === 'one' ? (one ?? other) : other]))
