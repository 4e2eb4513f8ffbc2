export type Labels = Readonly<Record<string, string>>

/** The text format of Prometheus, version 0.0.4: families of samples, each family told once. */
export class Exposition {
  readonly #prefix: string
  readonly #families = new Map<string, string[]>()

  /** `prefix` comes before every name and is a valid beginning of one. */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  gauge(name: string, help: string, labels: Labels, value: number): void {
    this.#family(name, 'gauge', help).push(this.#sample(name, labels, value))
  }

  counter(name: string, help: string, labels: Labels, value: number): void {
    this.#family(name, 'counter', help).push(this.#sample(name, labels, value))
  }

  /** `counts` has one more than `bounds`: the last is what lies above all of them. */
  histogram(name: string, help: string, labels: Labels, values: HistogramValues): void {
    const lines = this.#family(name, 'histogram', help)
    const bucket = `${this.#prefix}${name}_bucket{${pairsOf(labels)}${Object.keys(labels).length === 0 ? '' : ','}`
    let seen = 0
    for (const [index, count] of values.counts.entries()) {
      seen += count
      lines.push(`${bucket}le="${values.bounds[index] ?? '+Inf'}"} ${seen}`)
    }
    lines.push(this.#sample(`${name}_sum`, labels, values.total), this.#sample(`${name}_count`, labels, seen))
  }

  text(): string {
    return [...this.#families.values()].flatMap((lines) => lines.map((line) => `${line}\n`)).join('')
  }

  #family(name: string, type: string, help: string): string[] {
    const known = this.#families.get(name)
    if (known) return known
    const full = this.#prefix + name
    const lines = [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`]
    this.#families.set(name, lines)
    return lines
  }

  #sample(name: string, labels: Labels, value: number): string {
    const pairs = pairsOf(labels)
    return `${this.#prefix}${name}${pairs === '' ? '' : `{${pairs}}`} ${value}`
  }
}

export interface HistogramValues {
  readonly bounds: readonly number[]
  readonly counts: readonly number[]
  readonly total: number
}

const pairsOf = (labels: Labels): string =>
  Object.entries(labels)
    .map(([label, text]) => `${label}="${escaped(text)}"`)
    .join(',')

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', ' ').replaceAll('"', '\\"')
