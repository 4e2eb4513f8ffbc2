import { fieldsIn } from '../../counterparts/hosted/answers.ts'
import { multipartOf } from '../../counterparts/multipart.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { SourceFields } from '../../source-fields.ts'

type Fill = (text: string) => string

/** Encoded, but for references to variables. */
export const encodedText = (text: string): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join('')

interface Body {
  readonly text: string | null
  readonly type: 'JSON' | 'FORM' | 'RAW' | null
  readonly contentType: string | null
}

const noBody: Body = { text: null, type: null, contentType: null }

/** The body of a request, from its text or its form. */
export function bodyFrom(request: SourceFields, fill: Fill): Body {
  const type = request.text('bodyType') ?? ''
  const form = Object.entries(fieldsIn(request.value('form'))).map(([key, value]) => [key, textIn(value)] as const)
  const text = textIn(request.value('body'))
  request.exact('bodyType', 'body', 'form')
  if (request.list('files').length > 0)
    request.impossible('files', 'Their content is not told: send the parts of the form as a text.')
  if (form.length === 0) return text === '' ? noBody : bodyOf(type, fill(text))
  if (type !== 'multipart/form-data') return { text: formText(form, fill), type: 'FORM', contentType: null }
  const parts = form.map(([key, value]) => ({ name: fill(key), text: fill(value) }))
  const written = multipartOf(parts)
  return written === null ? noBody : { text: written.text, type: 'RAW', contentType: written.contentType }
}

const types: Readonly<Record<string, 'JSON' | 'FORM'>> = {
  'application/json': 'JSON',
  graphql: 'JSON',
  'application/x-www-form-urlencoded': 'FORM',
}

/** Other types are said by a header. */
function bodyOf(given: string, text: string): Body {
  const type = types[given] ?? 'RAW'
  return { text, type, contentType: type === 'RAW' && given !== '' ? given : null }
}

const formText = (pairs: readonly (readonly [string, string])[], fill: Fill): string =>
  pairs.map(([key, value]) => `${encodeURIComponent(key)}=${fill(encodedText(value))}`).join('&')
