type Given<T, K extends keyof T> = { [P in K]?: Exclude<T[P], undefined> }

/** The named fields that are present; a field set to undefined counts as absent. */
export const pickGiven = <T extends object, const K extends keyof T>(from: T, names: readonly K[]): Given<T, K> =>
  givenFrom(names.map((name) => [name, from[name]] as const).filter(([, value]) => value !== undefined))

/** The cast is safe because the entries are named fields of T without the undefined ones. */
const givenFrom = <T extends object, K extends keyof T>(entries: readonly (readonly [K, T[K]])[]) =>
  Object.fromEntries(entries) as Given<T, K>
