import type { CheckRequests, WireCheckType } from '#contract'
import { renderTemplate } from '#templating'

type Request = CheckRequests[WireCheckType]

/** The time and the random values available to templates. */
export interface TemplateChance {
  readonly nowMs: number
  readonly randomNumber: () => number
  readonly uuid: () => string
}

/** `{{NAME}}` is URI-encoded in these fields; all others are encoded when the request is sent. */
const uriEncodedFields = new Set(['url', 'body', 'headers'])

/** Renders every template in a request, or returns which part cannot be rendered and why. */
export function renderRequest(
  request: Request,
  variables: Readonly<Record<string, string>>,
  chance: TemplateChance,
): { readonly request: Request } | { readonly problem: string } {
  const problems: string[] = []
  const fields = Object.entries(request).map(([name, value]) => {
    const encode = uriEncodedFields.has(name) ? 'uri' : 'none'
    const fill = (text: string): string => {
      const rendered = renderTemplate(text, variables, {
        nowMs: chance.nowMs,
        randomNumber: chance.randomNumber,
        uuid: chance.uuid,
        encode,
      })
      if ('problem' in rendered) problems.push(`request.${name}: ${rendered.problem}`)
      return 'text' in rendered ? rendered.text : text
    }
    return [name, fillStrings(value, fill)]
  })
  const [problem] = problems
  return problem === undefined ? { request: requestFrom(fields) } : { problem }
}

/** Same fields as the request they were made from, with strings in place of strings. */
const requestFrom = (fields: unknown[][]): Request => Object.fromEntries(fields) as Request

function fillStrings(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return value.includes('{{') ? fill(value) : value
  if (Array.isArray(value)) return value.map((item) => fillStrings(item, fill))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillStrings(item, fill)]))
}
