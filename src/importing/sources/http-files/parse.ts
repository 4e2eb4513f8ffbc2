import type { HeaderPair } from '../../counterparts/http-check.ts'

/** A request of a file, with its variables. */
export interface ParsedRequest {
  readonly name: string
  readonly line: number
  readonly method: string
  readonly url: string
  readonly headers: readonly HeaderPair[]
  readonly body: string | null
  /** The path behind `< `: a file with the body. */
  readonly bodyFile: string | null
  /** Scripts behind `> {%`. */
  readonly tests: readonly string[]
  /** Settings such as `no-redirect`, with their values. */
  readonly settings: ReadonlyMap<string, string>
  /** Lines without a counterpart. */
  readonly unread: readonly { readonly what: string; readonly line: number }[]
}

export interface ParsedFile {
  readonly variables: ReadonlyMap<string, string>
  readonly requests: readonly ParsedRequest[]
}

interface Line {
  readonly text: string
  readonly number: number
}

/** Addresses are shorter. */
const longestLine = 4096
const variable = /^\s*@([^\s=]+)\s*=\s*(.*)$/
const setting = /^\s*(?:#|\/\/)\s*@([\w-]+)\s*=?\s*(.*)$/
const comment = /^\s*(?:#|\/\/)/
const requestLine = /^\s*(?:([A-Z]+)\s+)?(\S.*?)(?:\s+HTTP\/[\d.]+)?\s*$/

/** Reads the requests of a file, which lines of `###` separate. */
export function parseHttpFile(text: string): ParsedFile {
  const lines = text.split(/\r?\n/).map((line, index) => ({ text: line, number: index + 1 }))
  const variables = new Map<string, string>()
  const requests: ParsedRequest[] = []
  let [name, block]: [string, Line[]] = ['', []]
  for (const line of [...lines, { text: '###', number: lines.length + 1 }]) {
    if (!line.text.startsWith('###')) {
      block.push(line)
      continue
    }
    const request = requestIn(block, name, variables)
    if (request) requests.push(request)
    name = line.text.replace(/^#+/, '').trim()
    block = []
  }
  return { variables, requests }
}

function requestIn(block: readonly Line[], title: string, variables: Map<string, string>): ParsedRequest | null {
  const { lines, tests, unread } = withoutScripts(block)
  const settings = new Map<string, string>()
  const start = lines.findIndex((line) => !isPreamble(line, settings, variables))
  const first = lines[start]
  if (first === undefined) return null
  const [, method = 'GET', address = ''] = requestLine.exec(first.text.slice(0, longestLine)) ?? []
  const rest = lines.slice(start + 1)
  const afterUrl = firstIndex(rest, ({ text }) => !/^\s+[?&/]|^[?&]/.test(text))
  const url = [address, ...rest.slice(0, afterUrl).map(({ text }) => text.trim())].join('')
  const afterHeaders = firstIndex(rest, ({ text }, index) => index >= afterUrl && /^\s*$|^[<>]/.test(text))
  const headers = rest.slice(afterUrl, afterHeaders).flatMap((line) => headerIn(line, unread))
  const name = settings.get('name') || title || `${method} ${url}`
  const isForm = headers.some(isMultipart)
  const body = isForm ? formOf(rest.slice(afterHeaders)) : bodyOf(rest.slice(afterHeaders), unread)
  return { name, line: first.number, method, url, headers, settings, ...body, tests, unread }
}

function firstIndex(lines: readonly Line[], matches: (line: Line, index: number) => boolean): number {
  const index = lines.findIndex(matches)
  return index < 0 ? lines.length : index
}

type Unread = { what: string; line: number }[]

/** The lines outside of `{% … %}`, of which those behind `>` are tests. */
function withoutScripts(block: readonly Line[]) {
  const lines: Line[] = []
  const tests: string[] = []
  const unread: Unread = []
  for (let at = 0; at < block.length; at += 1) {
    const line = block[at] ?? { text: '', number: 0 }
    const [, direction] = /^\s*([<>]) *\{%/.exec(line.text) ?? []
    if (direction === undefined) {
      lines.push(line)
      continue
    }
    const end = block.findIndex(({ text }, index) => index >= at && text.includes('%}'))
    const last = end < 0 ? block.length - 1 : end
    const script = block.slice(at, last + 1).map(({ text }) => text)
    if (direction === '>') tests.push(innerOf(script.join('\n')))
    else unread.push({ what: 'script before the request', line: line.number })
    at = last
  }
  return { lines, tests, unread }
}

function innerOf(script: string): string {
  const end = script.lastIndexOf('%}')
  return script.slice(script.indexOf('{%') + 2, end < 0 ? script.length : end)
}

/** Whether a line stands before the request line; variables and settings are kept. */
function isPreamble({ text }: Line, settings: Map<string, string>, variables: Map<string, string>): boolean {
  const [, name, value = ''] = variable.exec(text) ?? []
  const [, option, argument = ''] = setting.exec(text) ?? []
  if (name !== undefined) variables.set(name, value.trim())
  else if (option !== undefined) settings.set(option, argument.trim())
  return name !== undefined || comment.test(text) || text.trim() === ''
}

function headerIn({ text, number }: Line, unread: Unread): readonly HeaderPair[] {
  if (comment.test(text)) return []
  const at = text.indexOf(':')
  if (at > 0) return [{ key: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }]
  unread.push({ what: 'header without a colon', line: number })
  return []
}

export const isMultipart = ({ key, value }: HeaderPair): boolean =>
  key.toLowerCase() === 'content-type' && value.toLowerCase().startsWith('multipart/')

/** The parts as they stand; a line with `< ` in one of them is a file. */
function formOf(lines: readonly Line[]): Pick<ParsedRequest, 'body' | 'bodyFile'> {
  const kept = lines.map(({ text }) => text).filter((text) => !/^(?:>>|<>|> )/.test(text))
  const text = kept.join('\n').trim()
  return { body: text === '' ? null : text, bodyFile: null }
}

function bodyOf(lines: readonly Line[], unread: Unread): Pick<ParsedRequest, 'body' | 'bodyFile'> {
  const file = lines.find(({ text }) => /^<@?\w* /.test(text))
  for (const { text, number } of lines)
    if (text.startsWith('> ')) unread.push({ what: 'file with tests', line: number })
  const kept = lines.filter((line) => line !== file && !/^(?:>>|<>|> )/.test(line.text))
  const text = kept
    .map((line) => line.text)
    .join('\n')
    .trim()
  return { body: text === '' ? null : text, bodyFile: file?.text.replace(/^<@?\w* +/, '').trim() ?? null }
}
