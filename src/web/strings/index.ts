import { language } from '../language.ts'
import { takeTexts } from './take-texts.ts'

/** All texts of the interface, in the language of the page; each language is a separate file that only its readers load. */
export const { texts } = language === 'de' ? await import('./de/index.ts') : await import('./en/index.ts')

if (import.meta.hot) {
  import.meta.hot.accept('./en/index.ts', (changed) => changed && takeTexts(texts, changed['texts']))
  import.meta.hot.accept('./de/index.ts', (changed) => changed && takeTexts(texts, changed['texts']))
}
