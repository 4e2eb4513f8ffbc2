import type { Place } from './use-places.ts'

/** The key of a place in a list of choices. */
export interface PlaceOption {
  readonly value: string
  readonly label: string
}

/** The places; of one with several chosen codes these are named, because a check runs once for each. */
export const placeOptions = (places: readonly Place[], chosen: readonly string[]): readonly PlaceOption[] =>
  places.map(({ id, name, codes }) => {
    const own = codes.filter((code) => chosen.includes(code))
    return { value: id, label: own.length > 1 ? `${name}: ${own.join(', ')}` : name }
  })

/** The places that codes are at. */
export const chosenPlaces = (places: readonly Place[], chosen: readonly string[]): readonly string[] =>
  places.flatMap(({ id, codes }) => (codes.some((code) => chosen.includes(code)) ? [id] : []))

/** The codes once these places are chosen: those that stay keep theirs, a new one has the first of its codes. */
export function codesAfter(places: readonly Place[], chosen: readonly string[], next: readonly string[]): string[] {
  const left = new Set(places.flatMap(({ id, codes }) => (next.includes(id) ? [] : codes)))
  const added = places.flatMap(({ id, codes }) =>
    next.includes(id) && !codes.some((code) => chosen.includes(code)) ? codes.slice(0, 1) : [],
  )
  return [...chosen.filter((code) => !left.has(code)), ...added]
}
