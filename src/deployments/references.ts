import { PayloadError } from './resource-type.ts'
import type { Payload, ReferencePlace } from './resource-type.ts'

/** Another resource of the same project, named by its code. */
export interface Reference {
  readonly type: string
  readonly logicalId: string
}

/** The key of a resource within its project. */
export const keyOf = ({ type, logicalId }: Reference): string => `${type} ${logicalId}`

/** A payload in which the value at each place of a reference is replaced. */
export const mapReferences = (
  payload: Payload,
  places: readonly ReferencePlace[],
  change: (value: unknown, place: ReferencePlace) => unknown,
): Payload =>
  places.reduce(
    (current: Payload, place) => ({
      ...current,
      ...Object(mapAt(current, stepsOf(place.path), (value) => change(value, place))),
    }),
    payload,
  )

/** A payload in which each reference is replaced by what `resolve` makes of it. Throws a `PayloadError` for any other value. */
export function replaceReferences(
  payload: Payload,
  places: readonly ReferencePlace[],
  resolve: (reference: Reference, path: string) => unknown,
): Payload {
  return mapReferences(payload, places, (value, place) => {
    if (value === null && place.isNullable) return null
    return resolve({ type: place.type, logicalId: logicalIdOf(value, place) }, place.path)
  })
}

/** All that a payload refers to. */
export function referencesOf(payload: Payload, places: readonly ReferencePlace[]): Reference[] {
  const found: Reference[] = []
  replaceReferences(payload, places, (reference) => {
    found.push(reference)
    return null
  })
  return found
}

function logicalIdOf(value: unknown, { path, type }: ReferencePlace): string {
  const { ref }: { readonly ref?: unknown } = Object(value)
  if (typeof ref === 'string') return ref
  throw new PayloadError(path, `must refer to a resource of type ${type} by {"ref": "<its logicalId>"}`)
}

const stepsOf = (path: string): string[] => path.split('.').flatMap((name) => name.split(/(?=\[\])/))

function mapAt(value: unknown, [step, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value)
  if (step === '[]') return Array.isArray(value) ? value.map((item) => mapAt(item, rest, change)) : value
  if (value === null || typeof value !== 'object' || !(step in value)) return value
  const fields: Payload = Object(value)
  return { ...fields, [step]: mapAt(fields[step], rest, change) }
}
