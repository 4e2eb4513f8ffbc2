import { StringBuilder } from './string-builder.ts'

export type Labels = Readonly<Record<string, string>>

/** The text format of Prometheus, version 0.0.4: families of samples, each family once. Labels are strings. */
export class Exposition {
  readonly #prefix: string
  readonly #families = new Map<string, StringBuilder>()

  /** `prefix` comes before every name and is a valid beginning of one. */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  gauge(name: string, help: string, labels: string, value: number): void {
    this.#family(name, 'gauge', help).write(this.#sample(name, labels, value))
  }

  counter(name: string, help: string, labels: string, value: number): void {
    this.#family(name, 'counter', help).write(this.#sample(name, labels, value))
  }

  histogram(name: string, help: string, labels: string, { bounds, counts, total }: HistogramValues): void {
    const text = this.#family(name, 'histogram', help)
    text.writeLines(`${this.#prefix}${name}_bucket{${labels},le="`, endingsOf(bounds), counts)
    const size = counts[bounds.length] ?? 0
    text.write(this.#sample(`${name}_sum`, labels, total) + this.#sample(`${name}_count`, labels, size))
  }

  chunks(): Buffer[] {
    return [...this.#families.values()].flatMap((text) => text.chunks())
  }

  #family(name: string, type: string, help: string): StringBuilder {
    const known = this.#families.get(name)
    if (known) return known
    const full = this.#prefix + name
    const text = new StringBuilder()
    text.write(`# HELP ${full} ${help}\n# TYPE ${full} ${type}\n`)
    this.#families.set(name, text)
    return text
  }

  #sample(name: string, labels: string, value: number): string {
    return `${this.#prefix}${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`
  }
}

export interface HistogramValues {
  readonly bounds: readonly number[]
  /** How many values lie at or below each bound, and at last how many there are. */
  readonly counts: ArrayLike<number>
  readonly total: number
}

const endings = new WeakMap<readonly number[], Uint8Array[]>()

/** The text between the labels of a bucket and its count. */
function endingsOf(bounds: readonly number[]): Uint8Array[] {
  const known = endings.get(bounds)
  if (known) return known
  const made = [...bounds, '+Inf'].map((bound) => Buffer.from(`${bound}"} `))
  endings.set(bounds, made)
  return made
}

/** Labels as they stand in the text. */
export const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([label, text]) => `${label}="${escaped(text)}"`)
    .join(',')

/** Labels that come after others. */
export const withLabels = (text: string, more: Labels): string => {
  const added = labelText(more)
  return text === '' || added === '' ? text + added : `${text},${added}`
}

const special = /[\\\n\r"]/

const escaped = (text: string): string => (special.test(text) ? replaced(text) : text)

const replaced = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', ' ').replaceAll('"', '\\"')
