/** Knows which methods the mounted routes accept, for the responses to requests that match no route. */
export interface MethodFinder {
  add(url: string, method: string | readonly string[]): void
  /** The methods of the routes that match a path, sorted; empty when none matches. */
  find(path: string): string[]
}

/** Routes are compared segment by segment, so that a hostile path costs no more than its length. */
export function createMethodFinder(): MethodFinder {
  const routes: { readonly segments: readonly string[]; readonly methods: readonly string[] }[] = []
  return {
    add: (url, method) => routes.push({ segments: url.split('/'), methods: [method].flat() }),
    find(path) {
      const segments = path.split('/', 20)
      const fitting = routes.filter((route) => fits(route.segments, segments))
      return [...new Set(fitting.flatMap(({ methods }) => methods))].toSorted()
    },
  }
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
