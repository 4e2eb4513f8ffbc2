/** The languages of the interface. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

const storageKey = 'belfry.language'

const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

function read(): Language {
  if (typeof navigator === 'undefined' || typeof localStorage === 'undefined') return 'en'
  const chosen = localStorage.getItem(storageKey)
  if (isLanguage(chosen)) return chosen
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage)
  return preferred ?? 'en'
}

/** The language of this page: the one chosen, else the first of the browser that there is. */
export const language: Language = read()

/** Browsers of machines without a locale name one that does not exist, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

const usualLocales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** The locale of numbers and dates: the first of the browser that agrees with the language. */
export const localeOf = (tags: readonly string[], spoken: Language): string =>
  tags.find((tag) => tag.startsWith(spoken) && isLocale(tag)) ?? usualLocales[spoken]

export const locale: string = localeOf(typeof navigator === 'undefined' ? [] : navigator.languages, language)

/** Null returns to the language of the browser. The page is loaded again, because texts are read once. */
export function chooseLanguage(chosen: Language | null): void {
  if (chosen === null) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, chosen)
  location.reload()
}

export const chosenLanguage = (): Language | null => {
  const stored = localStorage.getItem(storageKey)
  return isLanguage(stored) ? stored : null
}
