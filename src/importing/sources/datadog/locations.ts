import type { Fields } from '../../counterparts/hosted/answers.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import type { Places } from '../../counterparts/hosted/places.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { ImportChoices } from '../../imported.ts'
import type { SourceFields } from '../../source-fields.ts'

const isPrivate = (id: string): boolean => id.startsWith('pl:')

/** Where tests run: in places of the source, which a person maps, and in private locations, which are made here. */
export class Locations {
  readonly #draft: Draft
  readonly #places: Places
  readonly #choices: ImportChoices
  readonly #names: ReadonlyMap<string, string>
  /** Logical ids by the ids of the source. */
  readonly #made = new Map<string, string>()

  constructor(draft: Draft, given: { places: Places; choices: ImportChoices; locations: readonly Fields[] }) {
    this.#draft = draft
    this.#places = given.places
    this.#choices = given.choices
    this.#names = new Map(given.locations.map(({ id, name }) => [textIn(id), textIn(name)]))
  }

  /** The fields of a check, and in how many locations it runs: in all of them at once. */
  of(fields: SourceFields): { readonly value: Value; readonly count: number } {
    const ids = fields.list('locations').map(textIn)
    const own = ids.filter((id) => isPrivate(id) && !Object.hasOwn(this.#choices.locations, id))
    const others = ids.filter((id) => !own.includes(id))
    const made = [...new Set(own)].map((id) => this.#privateOf(id))
    const placed =
      others.length > 0 || made.length === 0 ? this.#places.of(fields, 'locations', others) : { locations: [] }
    if (others.length === 0) fields.exact('locations')
    const count = made.length + (Array.isArray(placed['locations']) ? placed['locations'].length : 0)
    return {
      value: { ...placed, ...(made.length > 0 && { privateLocations: made }), ...(count > 1 && { runParallel: true }) },
      count,
    }
  }

  #privateOf(id: string): string {
    const known = this.#made.get(id)
    if (known !== undefined) return known
    const name = this.#names.get(id) || id.slice('pl:'.length).replace(/-[0-9a-f]{32}$/, '')
    const slugName = `datadog-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 30).replace(/-+$/, '')
    const item = `private location "${name.slice(0, 200)}"`
    const logicalId = this.#draft.add({
      section: 'privateLocations',
      logicalId: `datadog-${name}`,
      item,
      value: { name: name.slice(0, 200), slugName },
    })
    this.#made.set(id, logicalId)
    this.#draft.report({ item, field: '', fate: 'approximated', note: `Start an agent for ${slugName} where it runs.` })
    return logicalId
  }
}
