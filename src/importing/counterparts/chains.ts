/** A request that may need what another one returned. */
export interface Chainable {
  /** From the outermost. */
  readonly folders: readonly string[]
  /** Names of variables that it sets. */
  readonly stored: readonly (readonly [name: string, value: unknown])[]
  /** Names of variables that it uses. */
  readonly uses: ReadonlySet<string>
}

export interface Chain<T> {
  /** The outermost folder; null for requests in none. */
  readonly folder: string | null
  readonly requests: readonly T[]
}

const mostSteps = 60

/**
 * Requests that use what another one returned need it before: those of an outermost folder are one chain, after those of other folders
 * that they need. Requests that need nothing, and that nothing needs, are single.
 */
export function chainsOf<T extends Chainable>(
  requests: readonly T[],
): { readonly chains: readonly Chain<T>[]; readonly single: readonly T[] } {
  const setters = new Map<string, T>()
  for (const request of requests)
    for (const [name] of request.stored) if (!setters.has(name)) setters.set(name, request)
  const needs = (request: T): readonly T[] =>
    [...request.uses].flatMap((name) => setters.get(name) ?? []).filter((setter) => setter !== request)
  const units = Map.groupBy(requests, ({ folders: [folder] }) => folder ?? null)
  const chains: Chain<T>[] = []
  const single: T[] = []
  for (const [folder, members] of units) {
    const needed = allNeeded(members, needs)
    const linked = new Set(members.filter((one) => needs(one).length > 0 || needed.has(one)))
    const inside = new Set(members)
    const before = linked.size > 0 ? requests.filter((one) => needed.has(one) && !inside.has(one)) : []
    const isChain = linked.size > 0 && before.length + linked.size <= mostSteps
    if (isChain) chains.push({ folder, requests: [...before, ...linked] })
    single.push(...members.filter((one) => !isChain || !linked.has(one)))
  }
  return { chains, single }
}

function allNeeded<T extends Chainable>(members: readonly T[], needs: (request: T) => readonly T[]): ReadonlySet<T> {
  const found = new Set<T>()
  const look = [...members]
  for (let one = look.pop(); one; one = look.pop())
    for (const setter of needs(one))
      if (!found.has(setter)) {
        found.add(setter)
        look.push(setter)
      }
  return found
}
