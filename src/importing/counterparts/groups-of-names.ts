import type { Draft } from '../draft.ts'

/** Groups by the names that a source has for them, each made when the first check is in it. */
export class NamedGroups {
  readonly #draft: Draft
  readonly #ids = new Map<string, string>()

  constructor(draft: Draft) {
    this.#draft = draft
  }

  /** The field of a check in a group; nothing for a check in none. */
  fieldOf(name: string | null): { readonly group?: string } {
    if (name === null || name === '') return {}
    const known = this.#ids.get(name)
    if (known !== undefined) return { group: known }
    const id = this.#draft.add({
      section: 'groups',
      logicalId: name,
      item: `group "${name}"`,
      value: { name: name.slice(0, 255) },
    })
    this.#ids.set(name, id)
    return { group: id }
  }
}
