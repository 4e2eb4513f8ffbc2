import type { Imported, ImportedResource, ImportedVariable, ReportLine } from './imported.ts'

/** An import never has more resources: a deployment takes no more, and memory stays bounded. */
export const maxImported = 10_000

/** Collects what a reader of a source finds. Logical ids and names of variables are made unique. */
export class Draft {
  readonly #resources: ImportedResource[] = []
  readonly #variables = new Map<string, ImportedVariable>()
  readonly #report: ReportLine[] = []
  readonly #taken = new Set<string>()

  /** Returns the logical id, by which others refer to the resource. */
  add(resource: Omit<ImportedResource, 'state'> & Partial<Pick<ImportedResource, 'state'>>): string {
    const logicalId = this.#unique(resource.section, resource.logicalId)
    this.#resources.push({ state: 'unknown', ...resource, logicalId })
    return logicalId
  }

  report(line: ReportLine): void {
    this.#report.push(line)
  }

  /** Keeps a secret out of checks: returns the reference that takes its place. The same secret of a name is one variable. */
  secret(name: string, value: string | null): string {
    const wanted =
      name
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/g, '_')
        .replaceAll(/^_+|_+$/g, '')
        .slice(0, 80) || 'SECRET'
    for (let number = 1; ; number += 1) {
      const key = number === 1 ? wanted : `${wanted}_${number}`
      const known = this.#variables.get(key)
      if (known && known.value !== value) continue
      this.#variables.set(key, { key, value })
      return `{{${key}}}`
    }
  }

  get size(): number {
    return this.#resources.length
  }

  finish(): Imported {
    return { resources: this.#resources, variables: [...this.#variables.values()], report: this.#report }
  }

  #unique(section: string, wanted: string): string {
    const clean = wanted.replaceAll(/[^A-Za-z0-9_/#.-]+/g, '-').slice(0, 90) || 'resource'
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? clean : `${clean}-${number}`
      if (this.#taken.has(`${section} ${id}`)) continue
      this.#taken.add(`${section} ${id}`)
      return id
    }
  }
}
