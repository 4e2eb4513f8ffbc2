import type { CheckRequests, WireCheckType } from '#contract'
import { renderTemplate } from '#templating'

type Request = CheckRequests[WireCheckType]

/** The time and the random values available to templates. */
export interface TemplateChance {
  readonly nowMs: number
  readonly randomNumber: () => number
  readonly uuid: () => string
}

/** `{{NAME}}` is URI-encoded in these fields, at any depth; all others are encoded when the request is sent. */
const uriEncodedFields = new Set(['url', 'body', 'headers', 'metadata'])

/** Renders every template in a request, or returns which part cannot be rendered and why. */
export function renderRequest(
  request: Request,
  variables: Readonly<Record<string, string>>,
  chance: TemplateChance,
): { readonly request: Request } | { readonly problem: string } {
  const problems: string[] = []
  const fields = Object.entries(request).map(([name, value]) => {
    const fill = (text: string, encode: Encoding): string => {
      const rendered = renderTemplate(text, variables, {
        nowMs: chance.nowMs,
        randomNumber: chance.randomNumber,
        uuid: chance.uuid,
        encode,
      })
      if ('problem' in rendered) problems.push(`request.${name}: ${rendered.problem}`)
      return 'text' in rendered ? rendered.text : text
    }
    return [name, fillStrings(value, fill, encodingOf(name))]
  })
  const [problem] = problems
  return problem === undefined ? { request: requestFrom(fields) } : { problem }
}

/** Same fields as the request they were made from, with strings in place of strings. */
const requestFrom = (fields: unknown[][]): Request => Object.fromEntries(fields) as Request

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
