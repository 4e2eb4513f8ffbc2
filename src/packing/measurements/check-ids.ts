const idBytes = 16

/** Ids of checks one after the other, 16 bytes each. */
export function packCheckIds(ids: readonly string[]): Buffer {
  const bytes = Buffer.alloc(idBytes * ids.length)
  for (const [index, id] of ids.entries()) bytes.write(id.replaceAll('-', ''), idBytes * index, 'hex')
  return bytes
}

/** Finds checks in packed ids by their index in a list. */
export class CheckIdIndex {
  readonly #indexOf: ReadonlyMap<string, number>

  constructor(ids: readonly string[]) {
    this.#indexOf = new Map(idsIn(packCheckIds(ids)).map((id, index) => [id, index]))
  }

  /** The index of each packed id; undefined for those that are not in the list. */
  indexesIn(packed: Buffer): (number | undefined)[] {
    return idsIn(packed).map((id) => this.#indexOf.get(id))
  }
}

/** Each id as a string of its bytes. */
function idsIn(packed: Buffer): string[] {
  const all = packed.toString('latin1')
  return Array.from({ length: all.length / idBytes }, (_, index) => all.slice(idBytes * index, idBytes * (index + 1)))
}
