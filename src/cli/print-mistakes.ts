/** Prints every mistake, and returns the exit code. */
export function printMistakes(mistakes: readonly string[]): number {
  const list = mistakes.map((mistake) => `  - ${mistake}`).join('\n')
  process.stderr.write(`The settings have ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${list}\n`)
  return 1
}
