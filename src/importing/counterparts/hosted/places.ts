import type { ImportChoices } from '../../imported.ts'
import type { SourceFields } from '../../source-fields.ts'

type Value = Readonly<Record<string, unknown>>

/** Where checks run whose tool names places that are not ours: as a person says, otherwise at the location of the import. */
export class Places {
  readonly #choices: ImportChoices
  readonly #missing = new Set<string>()

  constructor(choices: ImportChoices) {
    this.#choices = choices
  }

  /** `isParallel`: the tool runs in all of them at once. */
  of(fields: SourceFields, field: string, names: readonly string[], isParallel = false): Value {
    const { location, locations } = this.#choices
    const given = [...new Set(names.filter((name) => name !== ''))]
    const unknown = given.filter((name) => !Object.hasOwn(locations, name))
    for (const name of unknown) this.#missing.add(name.slice(0, 200))
    const found = [
      ...new Set(given.map((name) => (Object.hasOwn(locations, name) ? locations[name] : undefined) ?? location)),
    ]
    if (unknown.length === 0) fields.exact(field)
    else fields.approximated(field, `Runs from ${found.join(', ')}: say which location stands for each place.`)
    if (found.length === 0) return { locations: [location] }
    return { locations: found, ...(isParallel && found.length > 1 && { runParallel: true }) }
  }

  /** Those without a location, for the choices of the next reading. */
  get missing(): readonly string[] {
    return [...this.#missing]
  }
}
