/**
 * A value that can be used as any type: an object, a list of one, a function, a string, a number, a time.
 * It reaches every part of code that only builds a statement from its arguments.
 */
export function anyArgument(): unknown {
  const target = (): unknown => anything
  const anything: unknown = new Proxy(target, {
    get(_, property) {
      if (property === Symbol.toPrimitive) return (hint: string) => (hint === 'string' ? 'anything' : 1)
      if (property === Symbol.iterator) return () => [anything][Symbol.iterator]()
      if (property === 'then' || property === 'toJSON') return undefined
      if (property === 'length') return 1
      if (property === 'toString') return () => 'anything'
      if (property in Array.prototype) {
        const method: unknown = Reflect.get([anything], property)
        if (typeof method === 'function')
          return (...given: unknown[]): unknown => Reflect.apply(method, [anything], given)
      }
      return anything
    },
    has: () => true,
    apply: () => anything,
    construct: () => ({}),
  })
  return anything
}
