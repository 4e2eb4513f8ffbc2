import { differsInCheck, letters, longOptions, takesNoValue } from './curl-options.ts'
import type { CurlOption, GivenOption } from './curl-options.ts'
import { CurlRejection } from './curl-problem.ts'
import type { CurlProblem } from './curl-problem.ts'
import { requestOf } from './request-of.ts'
import type { CurlRequest } from './request-of.ts'
import { UnclosedQuote, wordsOf } from './shell-words.ts'

export interface ParsedCurl {
  readonly request: CurlRequest
  /** Options that a check has a setting for, or that it does not support. */
  readonly leftOut: readonly string[]
}

/** Whether a text that is pasted may be meant as a curl command. */
export const looksLikeCurl = (text: string): boolean => /^\s*(?:\$\s+)?curl(?:\.exe)?\s/i.test(text)

/** The request that a curl command sends, as of a check of an API; or why a check cannot send it. */
export function parseCurl(text: string): ParsedCurl | { readonly problem: CurlProblem } {
  try {
    const options = optionsOf(wordsOf(text.trim().replace(/^\$\s+/, '')))
    return {
      request: requestOf(options),
      leftOut: options.map(({ name }) => name).filter((name) => differsInCheck.has(name)),
    }
  } catch (error) {
    if (error instanceof UnclosedQuote) return { problem: { code: 'unclosedQuote', what: '' } }
    if (error instanceof CurlRejection) return { problem: error.problem }
    throw error
  }
}

/** The words that are read so far, and those that are left. */
class CommandLine {
  readonly found: GivenOption[] = []
  readonly #rest: string[]

  constructor(words: readonly string[]) {
    this.#rest = [...words]
  }

  next(): string | undefined {
    return this.#rest.shift()
  }

  add(name: string, option: CurlOption | undefined, joined = ''): void {
    if (option === undefined) throw new CurlRejection('option', name)
    if (option === 'refusedFlag' || option === 'refusedValue') throw new CurlRejection('refused', name)
    const value = takesNoValue.has(option) ? '' : joined === '' ? this.next() : joined
    if (value === undefined) throw new CurlRejection('missingValue', name)
    this.found.push({ name, option, value })
  }
}

/** The characters that end a command in a shell. */
const endsOfCommand: ReadonlySet<string> = new Set(['&', '&&', ';', '|', '||', '>'])

function optionsOf([program = '', ...words]: readonly string[]): readonly GivenOption[] {
  if (!/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(program)) throw new CurlRejection('notCurl', program)
  const line = new CommandLine(words)
  for (let word = line.next(); word !== undefined && !endsOfCommand.has(word); word = line.next()) {
    if (word === '--') continue
    if (word.startsWith('--')) line.add(word, longOptions[word])
    else if (word.startsWith('-') && word !== '-') addLetters(line, word.slice(1))
    else line.add('', 'url', word)
  }
  return line.found
}

/** Letters may stand together; the value of the last one may follow it without a space. */
function addLetters(line: CommandLine, word: string): void {
  for (const [at, letter] of Array.from(word).entries()) {
    const option = longOptions[letters[letter] ?? '']
    line.add(letters[letter] ?? `-${letter}`, option, word.slice(at + 1))
    if (option !== undefined && !takesNoValue.has(option)) return
  }
}
