import { language } from '../language.ts'

/** All texts of the interface, in the language of the page; each language is a file of its own that only its readers load. */
export const { texts } = language === 'de' ? await import('./de/index.ts') : await import('./en/index.ts')
