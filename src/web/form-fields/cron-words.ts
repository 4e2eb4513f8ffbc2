import cronstrue from 'cronstrue'
import 'cronstrue/locales/de.js'
import { language } from '../language.ts'

/** Five fields of cron in words, such as "At 02:30"; null for what has none. */
export function cronWords(cron: string): string | null {
  try {
    return cronstrue.toString(cron, { locale: language, use24HourTimeFormat: true })
  } catch {
    return null
  }
}
