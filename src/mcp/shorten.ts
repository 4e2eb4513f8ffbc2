/** Answers of tools have no more bytes, unless a single value with all its texts shortened does. */
export const maxAnswerBytes = 8_000

interface Limits {
  readonly text: number
  readonly items: number
}

/** From generous to terse: the first with which the answer fits is taken. */
const steps: readonly Limits[] = [
  { text: 4_000, items: 1_000 },
  { text: 1_000, items: 100 },
  { text: 400, items: 50 },
  { text: 200, items: 25 },
  { text: 120, items: 10 },
  { text: 80, items: 5 },
  { text: 40, items: 3 },
  { text: 20, items: 1 },
]

/** JSON of a value that fits into an answer. Says in it how much was left out. */
export function shortJson(
  value: unknown,
  maxBytes = maxAnswerBytes,
): { readonly text: string; readonly isShortened: boolean } {
  let text = ''
  for (const limits of steps) {
    let isShortened = false
    const note = (): void => void (isShortened = true)
    text = JSON.stringify(shortened(value, limits, note)) ?? 'null'
    if (Buffer.byteLength(text) <= maxBytes) return { text, isShortened }
  }
  return { text: `${text.slice(0, maxBytes / 4)}…`, isShortened: true }
}

function shortened(value: unknown, limits: Limits, note: () => void): unknown {
  if (typeof value === 'string') return shortText(value, limits.text, note)
  if (Array.isArray(value)) return shortList(value, limits, note)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined)
  return Object.fromEntries(entries.map(([name, item]) => [name, shortened(item, limits, note)]))
}

function shortText(text: string, length: number, note: () => void): string {
  if (text.length <= length) return text
  note()
  return `${text.slice(0, length)}… (${text.length - length} more characters)`
}

function shortList(list: readonly unknown[], limits: Limits, note: () => void): unknown[] {
  const kept = list.slice(0, limits.items).map((item) => shortened(item, limits, note))
  if (list.length <= limits.items) return kept
  note()
  return [...kept, `… (${list.length - limits.items} more items)`]
}

/** The parts of a value at paths such as `request.url`; of lists, of each item. Nothing chosen is the whole. */
export function chosenFields(value: unknown, paths: readonly string[]): unknown {
  if (paths.length === 0) return value
  if (Array.isArray(value)) return value.map((item) => chosenFields(item, paths))
  if (typeof value !== 'object' || value === null) return value
  const names = Map.groupBy(
    paths.map((path) => path.split('.')),
    ([name = '']) => name,
  )
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const below = names.get(name)
      if (below === undefined) return []
      const rest = below.map((path) => path.slice(1).join('.')).filter((path) => path !== '')
      return [[name, rest.length < below.length ? item : chosenFields(item, rest)]]
    }),
  )
}
