import { reasons } from './reasons.ts'
import type { ReasonCode } from './reasons.ts'
import type { PlaceValue } from './reason-places.ts'

type PlacesIn<T extends string> = T extends `${string}{${infer P}}${infer Rest}` ? P | PlacesIn<Rest> : never

/** The values of the places of a sentence. */
export type ReasonParams<C extends ReasonCode> = {
  readonly [P in PlacesIn<(typeof reasons)[C]>]: PlaceValue<P>
}

/** The English sentence of a reason, with its values. */
export const writeReason = <C extends ReasonCode>(
  code: C,
  ...[params]: PlacesIn<(typeof reasons)[C]> extends never ? [] : [params: ReasonParams<C>]
): string => fillPlaces(reasons[code], { ...params })

/** A text whose `{places}` are replaced by values. Places without a value stay. */
export const fillPlaces = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : place))
