import { curlOptions, takesNoValue } from './curl-options.ts'
import { CurlRejection, requestOf } from './request-of.ts'
import type { CurlProblem, CurlRequest, GivenOption } from './request-of.ts'
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
  if (isOfWindows.test(text)) return { problem: { code: 'windows', what: '' } }
  try {
    const options = optionsOf(wordsOf(text.trim().replace(/^\$\s+/, '')))
    return {
      request: requestOf(options),
      leftOut: options.flatMap(({ option, name }) => (option === 'connection' ? [name] : [])),
    }
  } catch (error) {
    if (error instanceof UnclosedQuote) return { problem: { code: 'unclosedQuote', what: '' } }
    if (error instanceof CurlRejection) return { problem: error.problem }
    throw error
  }
}

/** Quotes of the command prompt, or a line that goes on as there or in PowerShell. */
const isOfWindows = /^\s*curl(?:\.exe)?\s+\^"|\s[\^`]\r?\n/i

/** The characters that end a command in a shell. */
const endsOfCommand: ReadonlySet<string> = new Set(['&', '&&', ';', '|', '||', '>'])

function optionsOf([program = '', ...words]: readonly string[]): readonly GivenOption[] {
  if (!/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(program)) throw new CurlRejection('notCurl', program)
  const rest = words.values()
  const found: GivenOption[] = []
  for (const word of rest) {
    if (endsOfCommand.has(word)) break
    if (!word.startsWith('-')) found.push({ name: '', option: 'url', value: word })
    else if (word.startsWith('--')) found.push(optionOf(word, rest))
    else found.push(...shortOptions(word, rest))
  }
  return found
}

/** Letters may stand together; the value of the last one may follow it without a space. */
function shortOptions(word: string, rest: Iterator<string>): readonly GivenOption[] {
  const found: GivenOption[] = []
  for (let at = 1; at < word.length; at += 1) {
    const given = optionOf(`-${word.charAt(at)}`, rest, word.slice(at + 1))
    found.push(given)
    if (!takesNoValue.has(given.option)) break
  }
  return found
}

function optionOf(name: string, rest: Iterator<string>, joined = ''): GivenOption {
  const option = curlOptions.get(name)
  if (option === undefined) throw new CurlRejection('option', name)
  if (takesNoValue.has(option)) return { name, option, value: '' }
  if (joined !== '') return { name, option, value: joined }
  const next = rest.next()
  if (next.done) throw new CurlRejection('missingValue', name)
  return { name, option, value: next.value }
}
