import { readSettings } from '#server'
import type { Settings } from '#server'
import { printMistakes } from './print-mistakes.ts'

/** The settings of the environment, or null after every mistake in them was printed. */
export function settingsOrMistakes(): Settings | null {
  const result = readSettings(process.env)
  if ('settings' in result) return result.settings
  printMistakes(result.mistakes)
  return null
}
