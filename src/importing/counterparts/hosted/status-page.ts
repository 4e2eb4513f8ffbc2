import type { Draft } from '../../draft.ts'

/** Services of status pages, each made when the first page shows it. */
export class Services {
  readonly #draft: Draft
  readonly #ids = new Map<string, string>()

  constructor(draft: Draft) {
    this.#draft = draft
  }

  /** The logical id of the service of something that pages show. */
  of(id: string, name: string): string {
    const known = this.#ids.get(id)
    if (known !== undefined) return known
    const added = this.#draft.add({
      section: 'statusPageServices',
      logicalId: `service-${id}`,
      item: `service "${name.slice(0, 200)}"`,
      value: { name: name.slice(0, 255) || `Service ${id}` },
    })
    this.#ids.set(id, added)
    return added
  }

  /** The field of a check whose failure is an incident of its service. */
  incidentOf(id: string, name: string): Readonly<Record<string, unknown>> {
    const service = this.#ids.get(id)
    if (service === undefined) return {}
    return { triggerIncident: { service, severity: 'MAJOR', name: `${name.slice(0, 480)} is down` } }
  }
}

const domainPattern = /^[\p{L}\p{M}\p{N}-]+(?:[.][\p{L}\p{M}\p{N}-]+)+$/u
const longestDomain = 254

export const domainOf = (text: string | null): { readonly customDomain?: string } =>
  text !== null && text.length <= longestDomain && domainPattern.test(text) ? { customDomain: text } : {}

/** The last part of the address of a page, from a name or key of the source. */
export function pageUrlOf(text: string, fallback: string): string {
  const clean = (given: string): string =>
    given
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .replaceAll(/^-+/g, '')
      .slice(0, 63)
      .replace(/-+$/, '')
  return clean(text) || clean(fallback) || 'status'
}
