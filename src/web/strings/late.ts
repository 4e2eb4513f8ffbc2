import { language } from '../language.ts'
import { takeTexts } from './take-texts.ts'

/** Texts of screens that are loaded when they are first opened; only such screens may import this. */
export const { texts: lateTexts } = language === 'de' ? await import('./de/late.ts') : await import('./en/late.ts')

if (import.meta.hot) {
  import.meta.hot.accept('./en/late.ts', (changed) => changed && takeTexts(lateTexts, changed['texts']))
  import.meta.hot.accept('./de/late.ts', (changed) => changed && takeTexts(lateTexts, changed['texts']))
}
