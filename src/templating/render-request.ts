import type { CheckRequests, WireCheckType } from '#contract'
import { writeReason } from '#contract/reasons'
import { renderTemplate } from './render-template.ts'

type Request = CheckRequests[WireCheckType]

/** The time and the random values available to templates. */
export interface TemplateChance {
  readonly nowMs: number
  readonly randomNumber: () => number
  readonly uuid: () => string
}

/** `{{NAME}}` is URI-encoded in these fields, at any depth; all others are encoded when the request is sent. */
const uriEncodedFields = new Set(['url', 'body', 'headers', 'metadata'])

/** Double braces in a schema are its own. */
const untemplated = new Set(['responseSchema'])

/**
 * Renders every template in a request, or returns which part cannot be rendered and why. The rendered URL of a request
 * that has one is `{{REQUEST_URL}}` in its other fields.
 */
export function renderRequest<R extends Request>(
  request: R,
  variables: Readonly<Record<string, string>>,
  chance: TemplateChance,
): { readonly request: R } | { readonly problem: string } {
  const problems: string[] = []
  const render = (name: string, value: unknown, known: Readonly<Record<string, string>>): unknown => {
    const fill = (text: string, encode: Encoding): string => {
      const rendered = renderTemplate(text, known, {
        nowMs: chance.nowMs,
        randomNumber: chance.randomNumber,
        uuid: chance.uuid,
        encode,
      })
      if ('problem' in rendered) problems.push(writeReason('OF_FIELD', { field: name, reason: rendered.problem }))
      return 'text' in rendered ? rendered.text : text
    }
    return fillStrings(value, fill, encodingOf(name))
  }
  const url = 'url' in request ? render('url', request.url, variables) : undefined
  const known = typeof url === 'string' ? { REQUEST_URL: url, ...variables } : variables
  const fields = Object.entries(request).map(([name, value]) => [
    name,
    name === 'url' ? url : untemplated.has(name) ? value : render(name, value, known),
  ])
  const [problem] = problems
  return problem === undefined ? { request: requestFrom<R>(fields) } : { problem }
}

/** Same fields as the request they were made from, with strings in place of strings. */
const requestFrom = <R>(fields: unknown[][]): R => Object.fromEntries(fields) as R

type Encoding = 'uri' | 'none'
type Fill = (text: string, encode: Encoding) => string

const encodingOf = (name: string): Encoding => (uriEncodedFields.has(name) ? 'uri' : 'none')

function fillStrings(value: unknown, fill: Fill, encode: Encoding): unknown {
  if (typeof value === 'string') return value.includes('{{') ? fill(value, encode) : value
  if (Array.isArray(value)) return value.map((item) => fillStrings(item, fill, encode))
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([name, item]) => {
    const inner = encode === 'uri' ? encode : encodingOf(name)
    return [name, fillStrings(item, fill, inner)]
  })
  return Object.fromEntries(fields)
}
