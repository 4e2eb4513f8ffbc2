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

/** The locale of numbers and dates: the browser's own where it agrees with the language. */
export const locale: string =
  typeof navigator === 'undefined'
    ? 'en-GB'
    : (navigator.languages.find((tag) => tag.startsWith(language)) ?? (language === 'de' ? 'de-DE' : 'en-GB'))

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
