const depthMax = 64

const tooDeep = `the body must not be nested deeper than ${depthMax} levels`
const unstorable = 'the body must not contain the character U+0000 or half a surrogate pair'

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

interface Level {
  readonly value: object
  readonly depth: number
}

/**
 * Says what makes a parsed JSON value impossible to store, or nothing: nesting deeper than any schema needs, or
 * texts that PostgreSQL cannot hold (a NUL character, half a surrogate pair).
 */
export function findUnsafePart(root: unknown): string | undefined {
  const waiting: Level[] = []
  const look = (value: unknown, depth: number): string | undefined => {
    if (typeof value === 'string') return isStorable(value) ? undefined : unstorable
    if (typeof value !== 'object' || value === null) return undefined
    waiting.push({ value, depth })
    return depth > depthMax ? tooDeep : undefined
  }
  let found = look(root, 1)
  for (let level = waiting.pop(); level && !found; level = waiting.pop()) {
    for (const [name, item] of Object.entries(level.value)) {
      found = isStorable(name) ? look(item, level.depth + 1) : unstorable
      if (found) break
    }
  }
  return found
}
