import { parseAsSent } from './json-as-sent.ts'

/** Details of results come from any check type: what is read is tested first. */
export type Detail = Readonly<Record<string, unknown>>

export const objectIn = (value: unknown): Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const numberIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const textIn = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null

/** JSON over several lines where it is JSON; anything else as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(parseAsSent(text), null, 2)
  } catch {
    return text
  }
}

/** The status of an HTTP response; null where none came, which is recorded as 0. */
export const statusIn = (response: Detail): string | null =>
  response['status'] === 0 ? null : textIn(response['status'])
