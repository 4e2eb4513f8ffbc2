import { isFields } from '#contract'
import { multipartOf } from '../../counterparts/multipart.ts'
import { textIn } from '../../counterparts/text-in.ts'

type Fields = Readonly<Record<string, unknown>>

interface Body {
  readonly text: string | null
  readonly isWhole: boolean
  readonly note: string
  /** In place of the recorded one; null: that stays. */
  readonly contentType: string | null
}

const nothing: Body = { text: null, isWhole: true, note: '', contentType: null }

/** The body as it was sent, but for files, and those with secrets. */
export function bodyOf(given: unknown): Body {
  if (!isFields(given)) return nothing
  const { text, contentType } = sentOf(given)
  if (/token|secret|passw|api[-_]?key|credential/i.test(text))
    return {
      ...nothing,
      isWhole: false,
      note: 'It has credentials, which are not kept: write the body with variables.',
    }
  return text === ''
    ? { ...nothing, isWhole: false, note: 'Checks do not send it.' }
    : { ...nothing, text, contentType }
}

/** The recorded text, otherwise that of its parameters. */
function sentOf({ text, params, mimeType }: Fields): { readonly text: string; readonly contentType: string | null } {
  const recorded = textIn(text)
  const fields = Array.isArray(params) ? params.filter(isFields) : []
  const type = textIn(mimeType)
  const hasFile = fields.some(({ fileName }) => textIn(fileName) !== '')
  if (recorded !== '') return { text: recorded, contentType: null }
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { text: fields.map(({ name, value }) => `${textIn(name)}=${textIn(value)}`).join('&'), contentType: null }
  const isInParts = type.startsWith('multipart/form-data') && !hasFile
  const parts = isInParts ? fields.map(({ name, value }) => ({ name: textIn(name), text: textIn(value) })) : []
  return multipartOf(parts) ?? { text: '', contentType: null }
}
