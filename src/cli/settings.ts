import { readSettings } from '#server'
import type { Settings } from '#server'

/** The settings of the environment, or null after every mistake in them was printed. */
export function settingsOrMistakes(): Settings | null {
  const result = readSettings(process.env)
  if ('settings' in result) return result.settings
  const list = result.mistakes.map((mistake) => `  - ${mistake}`).join('\n')
  process.stderr.write(`The settings have ${result.mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${list}\n`)
  return null
}
