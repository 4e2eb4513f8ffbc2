/** A quote that is never closed: the command was not copied to its end. */
export class UnclosedQuote extends Error {}

/** The words of a command line as a shell of Unix, or the command prompt of Windows, passes them on. */
export const wordsOf = (command: string): readonly string[] =>
  isOfCommandPrompt(command) ? windowsWords(withoutCarets(command)) : unixWords(command)

/** Browsers copy for the command prompt with a caret before each quote, and one before the end of each line. */
const isOfCommandPrompt = (command: string): boolean => /\^["\r\n]/.test(command)

/** A caret takes its meaning from the next character; before the end of a line it takes the line end. */
const withoutCarets = (command: string): string =>
  command.replaceAll(/\^(?:\r?\n(\r?\n)?|([^]))/g, (_caret, line: string | undefined, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped
    return line === undefined ? ' ' : '\n'
  })

/** Joins the parts of words; what stands between them ends a word, and an empty part begins one. */
class Words {
  readonly #done: string[] = []
  #word: string | null = null

  join(part: string): void {
    this.#word = `${this.#word ?? ''}${part}`
  }

  end(): void {
    if (this.#word !== null) this.#done.push(this.#word)
    this.#word = null
  }

  all(): readonly string[] {
    this.end()
    return this.#done
  }
}

/** Words between double quotes, in which a backslash keeps only a quote; backslashes before others are themselves. */
function windowsWords(command: string): readonly string[] {
  const words = new Words()
  let isQuoted = false
  for (const [part] of command.matchAll(/(?:\\\\)*\\"|\\+(?!")|"|\s|[^\s"\\]+/g)) {
    if (part === '"') isQuoted = !isQuoted
    if (/^\s$/.test(part) && !isQuoted) words.end()
    else words.join(part === '"' ? '' : unquoted(part))
  }
  if (isQuoted) throw new UnclosedQuote()
  return words.all()
}

/** Half of the backslashes before an escaped quote, and the quote. */
const unquoted = (part: string): string => (part.endsWith('"') ? `${'\\'.repeat((part.length - 2) / 2)}"` : part)

/** One part of a word in each alternative: `'…'`, `$'…'`, `"…"`, a line that goes on, an escaped character, plain text. */
const unixPart =
  /'(?<single>[^']*)'|\$'(?<ansi>(?:\\[^]|[^'\\])*)'|\$?"(?<double>(?:\\[^]|[^"\\])*)"|(?<continued>\\\r?\n)|\\(?<escaped>[^])|(?<space>\s+)|(?<plain>[^\s'"\\$]+|\$)|(?<open>[^])/g

/** The value of the text of each kind of part. */
const unixTexts: Readonly<Record<string, (text: string) => string>> = {
  single: (text) => text,
  ansi: (text) => ansiText(text),
  double: (text) => text.replaceAll(/\\(?:\r?\n|(["\\$`]))/g, (_all, kept?: string) => kept ?? ''),
  escaped: (text) => text,
  plain: (text) => text,
}

const partOf = (groups: Readonly<Record<string, string | undefined>>): readonly [string, string] => {
  const [kind = '', text = ''] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
  return [kind, text]
}

function unixWords(command: string): readonly string[] {
  const words = new Words()
  for (const { groups } of command.matchAll(unixPart)) {
    const [kind, text] = partOf(groups ?? {})
    if (kind === 'open') throw new UnclosedQuote()
    if (kind === 'space') words.end()
    else if (kind !== 'continued') words.join(unixTexts[kind]?.(text) ?? '')
  }
  return words.all()
}

const named: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  E: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const ansiEscape =
  /\\(?:x(?<hex>[\da-fA-F]{1,2})|u(?<unicode>[\da-fA-F]{1,4})|U(?<long>[\da-fA-F]{1,8})|(?<octal>[0-7]{1,3})|(?<other>[^]))/g
const lastCodePoint = 0x10_ff_ff

/** The value of `$'…'` in Bash. */
const ansiText = (text: string): string =>
  text.replaceAll(ansiEscape, (...found) => {
    const { hex, unicode, long, octal, other } = found.at(-1) as Readonly<Record<string, string | undefined>>
    const digits = hex ?? unicode ?? long
    const code = digits === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(digits, 16)
    if (other !== undefined) return named[other] ?? other
    return code <= lastCodePoint ? String.fromCodePoint(code) : ''
  })
