import { language } from '../../../language.ts'

/** The texts of what runs found. They are many, and are loaded with the screen that shows them. */
export const { found: words } =
  language === 'de' ? await import('../../../strings/de/found.ts') : await import('../../../strings/en/found.ts')
