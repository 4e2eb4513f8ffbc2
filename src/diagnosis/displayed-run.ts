import { descriptorOf } from '#contract'
import type { CheckType } from '#contract'
import { diagnosisOf } from './check-types/index.ts'
import { at, listIn, textIn } from './json-fields.ts'
import { typeDetailOf } from './read-run.ts'
import type { StoredRun } from './read-run.ts'
import { targetOfRequest } from './read-target.ts'
import { scrubText } from './scrub-text.ts'

type Run = Pick<StoredRun, 'checkType' | 'detail'>
type Detail = StoredRun['detail']

const limits = { target: 300, reasons: 5, reason: 400, read: 20_000, answer: 300 }

/**
 * The target of a request for people: a URL without credentials and query, `host:port`, a host, or what its check type
 * says instead. Null when it is not known.
 */
export function displayedTarget(checkType: CheckType, request: unknown): string | null {
  const target = diagnosisOf(checkType).shownTargetOf?.(request) ?? plainTarget(checkType, request)
  return target === null ? null : shortened(oneLine(target), limits.target)
}

function plainTarget(checkType: CheckType, request: unknown): string | null {
  const target = targetOfRequest(checkType, request)?.target ?? null
  return target !== null && descriptorOf(checkType).isHttpCall ? scrubText(target) : target
}

/** Where a stored run went, see `shownTarget`. */
export const displayedTargetOfRun = (run: Run): string | null =>
  displayedTarget(run.checkType, at(typeDetailOf(run), 'request'))

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
export function answerOfRun(run: Run): string | null {
  const answer = diagnosisOf(run.checkType).answerOf(typeDetailOf(run))
  if (answer === null || isOmitted(answer.text)) return null
  const beginning = answer.text.slice(0, limits.read)
  if (isBinary(beginning)) return null
  const text = oneLine(scrubText(isMarkup(answer.contentType, beginning) ? textOfMarkup(beginning) : beginning))
  return text === '' ? null : shortened(text, limits.answer)
}

/** The probe writes this in place of a body it does not keep. */
const isOmitted = (body: string): boolean => /^\[scrubbed: \d+ bytes of /.test(body)

const isMarkup = (contentType: string, body: string): boolean =>
  /html/i.test(contentType) || /^\s*<(?:!doctype|html)\b/i.test(body)

/** The title and what a browser would show, roughly. */
function textOfMarkup(markup: string): string {
  const title = /<title[^>]{0,200}>([^<]{0,300})/i.exec(markup)?.[1] ?? ''
  const visible = markup
    .replaceAll(/<(script|style|head)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<[^>]*(?:>|$)/g, ' ')
  return [title.trim(), visible.trim()].filter((part) => part !== '').join(' · ')
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
