import { readSettings } from '#server'
import type { Settings } from '#server'

/** The settings of the environment, or null after every mistake in them was printed. */
export function settingsOrMistakes(): Settings | null {
  const result = readSettings(process.env)
  if ('settings' in result) return result.settings
  printMistakes(result.mistakes)
  return null
}

/** Prints every mistake, and returns the exit code. */
export function printMistakes(mistakes: readonly string[]): number {
  const list = mistakes.map((mistake) => `  - ${mistake}`).join('\n')
  process.stderr.write(`The settings have ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${list}\n`)
  return 1
}
