/** A quote that is never closed: the command was not copied to its end. */
export class UnclosedQuote extends Error {}

/** One part of a word in each alternative: `'…'`, `$'…'`, `"…"`, a line that goes on, an escaped character, plain text. */
const parts =
  /'(?<single>[^']*)'|\$'(?<ansi>(?:\\[^]|[^'\\])*)'|\$?"(?<double>(?:\\[^]|[^"\\])*)"|\\\r?\n|\\(?<escaped>[^])|(?<space>\s+)|(?<plain>[^\s'"\\$]+|\$)|(?<open>[^])/g

/** The words of a command as Bash passes them on. Throws an UnclosedQuote. */
export function wordsOf(command: string): readonly string[] {
  const words: string[] = []
  let isOpen = false
  for (const { groups = {} } of command.matchAll(parts)) {
    if (groups['open'] !== undefined) throw new UnclosedQuote()
    const text = textOf(groups)
    if (groups['space'] !== undefined) isOpen = false
    if (text === undefined) continue
    words.push(isOpen ? `${words.pop() ?? ''}${text}` : text)
    isOpen = true
  }
  return words
}

const textOf = ({ single, ansi, double, escaped, plain }: Readonly<Record<string, string | undefined>>) =>
  single ??
  escaped ??
  plain ??
  double?.replaceAll(/\\(?:\r?\n|(["\\$`]))/g, (_all, kept?: string) => kept ?? '') ??
  ansi?.replaceAll(/\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|([^]))/gi, (_all, ...found) => ansiCharacter(found))

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The escapes in `$'…'`: two hexadecimal digits, up to four, or a character. */
const ansiCharacter = ([two, four, other = '']: readonly (string | undefined)[]): string => {
  const digits = two ?? four
  return digits === undefined ? (controls[other] ?? other) : String.fromCodePoint(Number.parseInt(digits, 16))
}
