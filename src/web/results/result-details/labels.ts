import { language } from '../../language.ts'

/** Texts of result details. They are many, so they load with the screen that uses them. */
export const { resultDetails: words } =
  language === 'de'
    ? await import('../../strings/de/result-details.ts')
    : await import('../../strings/en/result-details.ts')
