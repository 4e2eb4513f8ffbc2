import { keyOf } from '../references.ts'
import type { Payload } from '../resource-type.ts'

const maxNameLength = 60

/** The letters and digits of the name of a resource, which its logical id is made of. */
function wordsOf(type: string, payload: Payload): string {
  const config: Payload = Object(payload['config'])
  const names = [payload['name'], payload['header'], config['name'], config['address'], config['account'], type]
  const words = names.map((name) =>
    (typeof name === 'string' ? name : '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, maxNameLength)
      .replaceAll(/^-+|-+$/g, ''),
  )
  return words.find((word) => word !== '') ?? type
}

/** Gives resources logical ids after their names that no other resource of their type has. */
export class LogicalIds {
  readonly #taken: Set<string>

  /** The keys that the project has. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  give(type: string, payload: Payload): string {
    const words = wordsOf(type, payload)
    for (let number = 1; ; number++) {
      const logicalId = number === 1 ? words : `${words}-${number}`
      const key = keyOf({ type, logicalId })
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return logicalId
    }
  }
}
