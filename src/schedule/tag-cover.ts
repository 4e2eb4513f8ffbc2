/** Selects checks by their tags, or all of them. */
export interface Cover {
  readonly all: boolean
  readonly tags: readonly string[]
}

/** Finds what covers a check in time proportional to its tags and to what is found, however much there is with other tags. */
export class TagCover<T> {
  readonly #items: readonly T[]
  readonly #ofAll: readonly number[]
  readonly #byTag = new Map<string, number[]>()

  constructor(items: readonly T[], coverOf: (item: T) => Cover) {
    this.#items = items
    const ofAll: number[] = []
    for (const [index, item] of items.entries()) {
      const { all, tags } = coverOf(item)
      if (all) ofAll.push(index)
      else for (const tag of new Set(tags)) this.#add(tag, index)
    }
    this.#ofAll = ofAll
  }

  /** The items that cover a check with these tags, its own and its group's, in their order. */
  of(checkTags: readonly string[]): T[] {
    const found = new Set(this.#ofAll)
    for (const tag of new Set(checkTags)) for (const index of this.#byTag.get(tag) ?? []) found.add(index)
    return [...found].toSorted((a, b) => a - b).flatMap((index) => this.#items[index] ?? [])
  }

  #add(tag: string, index: number): void {
    const known = this.#byTag.get(tag)
    if (known) known.push(index)
    else this.#byTag.set(tag, [index])
  }
}
