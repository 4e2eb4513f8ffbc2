import { useMemo } from 'react'
import { useOperation } from '../api/use-operation.ts'
import type { Answer } from '../api/operations.ts'
import { texts } from '../strings/index.ts'

/** The name of a machine that has none. */
const unnamed = 'this machine'

/** Where checks run, as people read it, with the codes of the public locations there. */
export interface Place {
  /** As the service knows it, for filters. */
  readonly id: string
  readonly name: string
  readonly codes: readonly string[]
}

export interface Places {
  /** Of the public locations. */
  readonly all: readonly Place[]
  /** The name of the place of a location, of its code or slug name; and of a place, of what the service calls it. */
  readonly nameOf: (location: string) => string
  /** The same of what a list is filtered by: a code stands for the whole place only when it is the only one there. */
  readonly nameOfFilter: (location: string) => string
  /** Names of places, each once. */
  readonly namesOf: (locations: readonly string[]) => string
  /** The same where each location of a list is shown apart: with its code where others are at the same place. */
  readonly labelsOf: (locations: readonly string[]) => ReadonlyMap<string, string>
}

/** The names of locations, the same on every screen and in alerts and emails. */
export function usePlaces(): Places {
  const { data } = useOperation('listLocations', undefined, { staleMs: 600_000 })
  return useMemo(() => placesOf(data ?? []), [data])
}

export function placesOf(locations: Answer<'listLocations'>): Places {
  const known = new Map<string, string>(locations.map(({ region, place }) => [region, place]))
  const nameOf = (location: string): string => shown(known.get(location) ?? location)
  const all = allOf(locations)
  return {
    all,
    nameOf,
    nameOfFilter: (value) =>
      all.some(({ codes }) => codes.length > 1 && codes.includes(value)) ? value : nameOf(value),
    namesOf: (list) => [...new Set(list.map(nameOf))].join(', '),
    labelsOf: (list) => {
      const counts = Map.groupBy(list, nameOf)
      return new Map(
        list.map((one) => {
          const name = nameOf(one)
          return [one, (counts.get(name)?.length ?? 0) > 1 ? `${name} (${one})` : name]
        }),
      )
    },
  }
}

const shown = (place: string): string => (place === unnamed ? texts.common.thisMachine : place)

const allOf = (locations: Answer<'listLocations'>): readonly Place[] =>
  [...Map.groupBy(locations, ({ place }) => place)].map(([id, members]) => ({
    id,
    // A location that nothing has served yet is known by the name of the list alone.
    name: members.length === 1 && members[0]?.region === id ? members[0].name : shown(id),
    codes: members.map(({ region }) => region),
  }))
