const readLength = 4_000
const maxCleanedLength = 500

interface Step {
  readonly pattern: RegExp
  readonly replacement: string | ((match: string, ...parts: (string | undefined)[]) => string)
}

const step = (pattern: RegExp, replacement: Step['replacement']): Step => ({ pattern, replacement })

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const clockTime = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?`
const zone = String.raw`(?:\s?(?:Z|UTC|GMT)?(?:[+-]\d\d:?\d\d)?)?`

/** Digits of a status code are replaced by private use characters during the later steps, and restored at the end. */
const hiddenZero = 0xe000
const hideDigits = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(hiddenZero + Number(digit)))
const showDigits = (text: string): string =>
  text.replaceAll(/[\ue000-\ue009]/g, (mark) => String(mark.charCodeAt(0) - hiddenZero))

const statusCode = String.raw`[1-5]\d\d(?![\d.,]*\d|\s?(?:ms|s|%|[kKMG]?B|bytes)\b|[A-Za-z%])`

/** Status codes distinguish errors, so they are retained: 404 is not 503. */
const statusSteps: readonly Step[] = [
  step(/\b(header) "([\w-]{1,100})"/gi, '$1 $2'),
  step(
    new RegExp(String.raw`(\bstatus(?: code)?\b\D{0,40}?|\bHTTP(?:/\d(?:\.\d)?)? )"?(${statusCode})"?`, 'gi'),
    (_match, before = '', code = '') => before + hideDigits(code),
  ),
  step(
    new RegExp(String.raw`(\bstatus\b.{0,80}?\bit was )"?(${statusCode})"?`, 'gi'),
    (_match, before = '', code = '') => before + hideDigits(code),
  ),
]

const quotedSteps: readonly Step[] = [
  // Messages of failed assertions quote without escaping, so a quoted value may contain quotes.
  step(/"[^]*?", but (?=it was|nothing was|this could)/g, '<value>, but '),
  step(/, but it was "[^]*$/g, ', but it was <value>.'),
  step(/"(?:[^"\\]|\\.)*(?:"|$)/g, '<value>'),
  step(/`[^`]*`/g, '<value>'),
  step(/“[^”]*”|«[^»]*»/g, '<value>'),
  step(/(?<![A-Za-z0-9])'[^'\n]{0,300}'(?![A-Za-z0-9])/g, '<value>'),
]

const address =
  /\b([a-z][a-z0-9+.-]{1,15}):\/\/([^\s"'<>`)\]}/?#]*)([^\s"'<>`)\]}?#]*)(\?[^\s"'<>`)\]}#]+)?(#[^\s"'<>`)\]}]+)?/gi

/**
 * Scheme, host and the literal segments of the path are retained; user, port, query, fragment and other segments vary.
 */
function cleanAddress(match: string, ...parts: (string | undefined)[]): string {
  const [scheme = '', authority = '', path = '', query] = parts
  const [, punctuation = ''] = /([.,;:!?]*)$/.exec(match) ?? []
  const host = authority.replace(/^.*@/, '').replace(/:\d+$/, ':<port>')
  const segments = path
    .replace(/[.,;:!?]+$/, '')
    .split('/')
    .map(cleanSegment)
  const end = query === undefined ? '' : '?<query>'
  return `${scheme}://${host}${segments.join('/')}${end}${path === '' && query === undefined ? '' : punctuation}`
}

const maxSegmentLength = 40
const cleanSegment = (segment: string): string =>
  /^v\d$/.test(segment) || (!/[\d%]/.test(segment) && segment.length <= maxSegmentLength) ? segment : '<n>'

const alone = (pattern: string, flags = 'g'): RegExp =>
  new RegExp(String.raw`(?<![A-Za-z0-9])${pattern}(?![A-Za-z0-9])`, flags)

const valueSteps: readonly Step[] = [
  step(address, cleanAddress),
  step(alone('[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'gi'), '<uuid>'),
  step(alone(String.raw`\d{4}-\d\d-\d\d(?:[T ]${clockTime}${zone})?`), '<time>'),
  step(
    alone(
      String.raw`(?:[A-Z][a-z]{2,8},? )?(?:\d{1,2}[ -](?:${months})|(?:${months}) \d{1,2})(?:[ -]\d{4})?(?: ${clockTime}${zone})?`,
    ),
    '<time>',
  ),
  step(alone(String.raw`\d{1,4}[/.]\d{1,2}[/.]\d{4}(?: ${clockTime})?`), '<time>'),
  step(alone(String.raw`${clockTime}(?: ?[AP]M)?${zone}`), '<time>'),
  step(alone('(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}', 'gi'), '<mac>'),
  step(/\[[0-9a-f:.]*:[0-9a-f:.]*(?:%\w{1,20})?\](?::\d{1,5})?/gi, '<ip>:<port>'),
  step(/(?<![\w:])(?=[0-9a-f:]*[0-9a-f])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:%\w{1,20})?(?![\w:])/gi, '<ip>'),
  step(/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)(?::\d{1,5})?/g, (match) =>
    match.includes(':') ? '<ip>:<port>' : '<ip>',
  ),
  step(/(?<=[A-Za-z][A-Za-z0-9.-]{0,252}[A-Za-z0-9]):\d{1,5}(?![A-Za-z0-9])/g, ':<port>'),
  step(alone(String.raw`(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])(?=[\w+/-]*\d)[A-Za-z0-9+/_-]{24,}={0,2}`), '<n>'),
  // Names of Kubernetes pods: a hash of the template, then five random characters.
  step(/-(?=[a-z]*\d)[a-z0-9]{8,10}-[a-z0-9]{5}(?![A-Za-z0-9])/g, '-<n>-<n>'),
  step(
    /(?<![A-Za-z0-9])\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?=(?:ms|µs|us|ns|s|min|m|h|d|[kKMGT]?i?[bB]|px|x|th|st|nd|rd)?(?![A-Za-z0-9]))/g,
    '<n>',
  ),
  step(alone(String.raw`(?:0x)?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}`, 'gi'), '<n>'),
  step(alone('0x[0-9a-f]+', 'gi'), '<n>'),
  step(alone(String.raw`(?=[0-9a-z]*[a-z])(?=(?:[a-z]*\d){2})[0-9a-z]{5,}`), '<n>'),
  step(alone(String.raw`(?=[0-9A-Z]*[a-z])(?=(?:[A-Za-z]*\d){2})[0-9A-Za-z]{8,}`), '<n>'),
  step(alone(String.raw`(?=(?:[A-Z]*\d){4})[0-9A-Z]{16,}`), '<n>'),
]

/** Colour codes of terminals, and the private use characters of hidden digits. */
const controlCodes = /\p{Cc}\[[0-9;]{0,20}[A-Za-z]|[\ue000-\ue009]/gu

/**
 * An error message without the parts that vary between occurrences: numbers, ids, hashes, times, ports, addresses,
 * quoted values and the variable parts of URLs become placeholders. Status codes are retained. At most 500 characters;
 * idempotent.
 */
export function cleanErrorMessage(message: string): string {
  const read = message.slice(0, readLength).toWellFormed().replaceAll(controlCodes, '')
  const steps = [...statusSteps, ...quotedSteps, ...valueSteps]
  const cleaned = steps.reduce((text, { pattern, replacement }) => applied(text, pattern, replacement), read)
  // Control characters and whitespace are collapsed into single spaces.
  return showDigits(cleaned)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxCleanedLength)
    .trim()
}

const applied = (text: string, pattern: RegExp, replacement: Step['replacement']): string =>
  typeof replacement === 'string' ? text.replaceAll(pattern, replacement) : text.replaceAll(pattern, replacement)
