/** A value of a message, of which nothing is known. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Null for what is not JSON. */
export function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

export const at = (value: Json | undefined, name: string | number): Json | undefined =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, name) as Json | undefined) : undefined

export const textIn = (value: Json | undefined, name: string): string => {
  const found = at(value, name)
  return typeof found === 'string' ? found : ''
}

export const listIn = (value: Json | undefined, name: string): readonly Json[] => {
  const found = at(value, name)
  return Array.isArray(found) ? (found as readonly Json[]) : []
}

const teamsType = 'application/vnd.microsoft.card.adaptive'

/** The adaptive card of a message to Microsoft Teams; undefined for other messages. */
export const cardIn = (message: Json): Json | undefined =>
  at(
    listIn(message, 'attachments').find((part) => textIn(part, 'contentType') === teamsType),
    'content',
  )

/** Whether a message is one in blocks, as Slack shows it. */
export const isInBlocks = (message: Json): boolean => listIn(message, 'blocks').length > 0

/** The words of a call, once: they are spoken twice. */
export function spokenIn(twiml: string): string {
  const { documentElement } = new DOMParser().parseFromString(twiml, 'text/xml')
  return documentElement.querySelector('Say')?.textContent ?? twiml
}
