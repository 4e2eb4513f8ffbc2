import { at, listIn, numberIn, textIn } from './json-fields.ts'
import { sawOf } from './read-run.ts'
import type { StoredRun } from './read-run.ts'
import { scrubText } from './scrub-text.ts'

type Detail = StoredRun['detail']

const limits = { target: 300, reasons: 5, reason: 400, read: 20_000, answer: 300 }

/**
 * What a request goes to, for people: a URL without credentials and query, `host:port`, a host, or the records of a name
 * and the server that is asked for them. Null when it cannot be told.
 */
export function shownTarget(request: unknown): string | null {
  const target = urlIn(request) ?? recordsIn(request) ?? hostIn(request)
  return target === null ? null : shortened(oneLine(target), limits.target)
}

function urlIn(request: unknown): string | null {
  const url = URL.parse(textIn(request, 'url') ?? '')
  return url && scrubText(`${url.origin}${url.pathname}`)
}

function recordsIn(request: unknown): string | null {
  const query = textIn(request, 'query')
  if (query === null) return null
  const server = textIn(request, 'nameServer')
  return `${textIn(request, 'recordType') ?? 'A'} records of ${query}${server ? ` at ${server}` : ''}`
}

function hostIn(request: unknown): string | null {
  const hostname = textIn(request, 'hostname')
  const port = numberIn(request, 'port')
  return hostname === null || port === null ? hostname : `${hostname}:${port}`
}

/** Where a stored run went, see `shownTarget`. */
export const shownTargetOfRun = (detail: Detail): string | null => shownTarget(at(sawOf(detail), 'request'))

/** Why a stored run did not pass, in sentences with what was expected and what it was; what failed it comes first. */
export function reasonsOfRun(detail: Detail): string[] {
  const reasons = listIn(detail, 'reasons')
  const failed = reasons.filter((reason) => textIn(reason, 'outcome') === 'failed')
  const others = reasons.filter((reason) => textIn(reason, 'outcome') !== 'failed')
  return [...failed, ...others]
    .flatMap((reason) => textIn(reason, 'message') ?? [])
    .slice(0, limits.reasons)
    .map((message) => shortened(oneLine(message), limits.reason))
}

/**
 * The beginning of what the target answered, as one line of text: without markup, control characters and what looks like
 * a credential. Null when there was no answer, or none that is text.
 */
export function answerOfRun(detail: Detail): string | null {
  const response = at(sawOf(detail), 'response')
  const body = textIn(response, 'body') ?? textIn(response, 'data')
  if (body === null || textIn(response, 'bodyEncoding') !== null || isLeftOut(body)) return null
  const beginning = body.slice(0, limits.read)
  if (isBinary(beginning)) return null
  const text = oneLine(scrubText(isMarkup(response, beginning) ? textOfMarkup(beginning) : beginning))
  return text === '' ? null : shortened(text, limits.answer)
}

/** The probe writes this in place of a body it does not keep. */
const isLeftOut = (body: string): boolean => /^\[scrubbed: \d+ bytes of /.test(body)

const isMarkup = (response: unknown, body: string): boolean =>
  /html/i.test(textIn(at(response, 'headers'), 'content-type') ?? '') || /^\s*<(?:!doctype|html)\b/i.test(body)

/** The title and what a browser would show, roughly. */
function textOfMarkup(markup: string): string {
  const title = /<title[^>]{0,200}>([^<]{0,300})/i.exec(markup)?.[1] ?? ''
  const shown = markup.replaceAll(/<(script|style|head)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ').replaceAll(/<[^>]*(?:>|$)/g, ' ')
  return [title.trim(), shown.trim()].filter((part) => part !== '').join(' · ')
}

/** A byte that is no text becomes a control character or the replacement character; a few may be a slip. */
function isBinary(text: string): boolean {
  const strange = text.match(/(?![\t\n\f\r])[\p{Cc}\ufffd]/gu)?.length ?? 0
  return strange * 20 > text.length
}

/** Bidirectional controls could turn around what stands after them. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu, ' ')
    .trim()
    .toWellFormed()

const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
