import { useComponents, useServices } from './api.ts'
import type { Affected } from './api.ts'
import { namesOf } from './subject.ts'
import type { Subject } from './subject.ts'

/** The services or components that are chosen, as readers know them; until those are read, what the checks concern. */
export function useAffectedNames(affected: Affected, subject: Subject): string {
  const { pageId, onServices, impacts } = subject
  const services = useServices(pageId === '').data?.entries
  const components = useComponents(pageId === '' ? null : pageId).data
  const chosen =
    pageId === ''
      ? services?.filter(({ id }) => onServices.serviceIds.has(id))
      : components?.filter(({ id }) => (impacts.get(id) ?? 'OPERATIONAL') !== 'OPERATIONAL')
  return chosen === undefined ? namesOf(affected, subject) : chosen.map(({ name }) => name).join(', ')
}
