import type { ComponentImpact } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import type { OnServices } from './affected-fields.tsx'
import { impactsOf } from './api.ts'
import type { Affected, PreviewBody } from './api.ts'

const words = lateTexts.incidents

/** The subject of a new incident. */
export interface Subject {
  /** Empty: services. */
  readonly pageId: string
  readonly onServices: OnServices
  readonly impacts: ReadonlyMap<string, ComponentImpact>
}

/** Whether somebody would see the incident: what has no service is on no page. */
export const isAbout = ({ pageId, onServices }: Subject): boolean => pageId !== '' || onServices.serviceIds.size > 0

export const aboutOf = ({ pageId, onServices, impacts }: Subject): Omit<PreviewBody, 'update'> =>
  pageId === ''
    ? { severity: onServices.severity, serviceIds: [...onServices.serviceIds] }
    : { statusPageId: pageId, componentImpacts: impactsOf(impacts) }

const longestName = 255

/**
 * The subject of an incident of some checks: the services that they concern, or the components of one page, which is `usualPage` if they
 * concern nothing.
 */
export function subjectOf({ services, components }: Affected, usualPage: string): Subject {
  const pageId = services.length > 0 ? '' : (components[0]?.statusPageId ?? usualPage)
  const ofPage = components.filter(({ statusPageId }) => statusPageId === pageId)
  return {
    pageId,
    onServices: { severity: 'MAJOR', serviceIds: new Set(services.map(({ id }) => id)) },
    impacts: new Map(ofPage.map(({ id, impact }) => [id, impact])),
  }
}

/** The services or components of a subject, as readers know them. */
export const namesOf = ({ services, components }: Affected, { pageId }: Subject): string =>
  (pageId === '' ? services : components.filter(({ statusPageId }) => statusPageId === pageId))
    .map(({ name }) => name)
    .join(', ')

/** The name of an incident until a person writes another. */
export const suggestedName = (names: string): string =>
  names === '' ? '' : words.problemsOf(names).slice(0, longestName)
